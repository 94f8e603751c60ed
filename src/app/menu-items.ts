import BusinessIcon from '@mui/icons-material/ApartmentOutlined'
import TrashIcon from '@mui/icons-material/DeleteOutlined'
import SessionsIcon from '@mui/icons-material/DevicesOutlined'
import MyCompanyIcon from '@mui/icons-material/DomainOutlined'
import AuditIcon from '@mui/icons-material/HistoryOutlined'
import HomeIcon from '@mui/icons-material/HomeOutlined'
import UsageIcon from '@mui/icons-material/InsightsOutlined'
import VideosIcon from '@mui/icons-material/PanoramaPhotosphereOutlined'
import UsersIcon from '@mui/icons-material/PeopleOutlineOutlined'
import MediasIcon from '@mui/icons-material/PermMediaOutlined'
import EnvironmentsIcon from '@mui/icons-material/PublicOutlined'
import AdministrationIcon from '@mui/icons-material/TuneOutlined'
import VectosIcon from '@mui/icons-material/ViewInArOutlined'
import type { ComponentType } from 'react'
import { usePermissions } from 'react-admin'
import type { Capability } from '~/model/capabilities'
import { type Role, roles, staffRoles } from '~/model/grants'
import { useAdminConfig } from '~/src/admin/admin-config'
import type { Backend, Me } from '~/src/api/backend'

/** The signed-in user, known before the panel is shown. */
export const useMe = (): Me | null => usePermissions<Me | null>().permissions ?? null

export type MenuItem = {
  /** The item's key, also of its text: `menu.<key>`. */
  readonly key: string
  readonly path: string
  readonly roles: readonly Role[]
  /** Other paths of its section. */
  readonly parts?: readonly string[]
  /** The texts of its list are loaded with it. */
  readonly later?: true
  /** Shown only where the server has the calls for it. */
  readonly needs?: Capability
  readonly icon: ComponentType<{ fontSize?: 'small' | 'inherit'; className?: string }>
}

/** The items of the menu, and the roles that see them (specification §6). */
export const menuItems: readonly MenuItem[] = [
  { key: 'home', path: '/home', roles, icon: HomeIcon },
  { key: 'myCompany', path: '/mycompany', roles: ['admin'], icon: MyCompanyIcon },
  { key: 'companies', path: '/company', roles: ['root', 'partner'], icon: BusinessIcon },
  { key: 'users', path: '/user', parts: ['/pw-email'], roles: staffRoles, icon: UsersIcon },
  { key: 'sessions', path: '/sessions', roles: staffRoles, later: true, icon: SessionsIcon },
  { key: 'environments', path: '/environments', roles: staffRoles, icon: EnvironmentsIcon },
  { key: 'videos', path: '/video360', roles: staffRoles, icon: VideosIcon },
  { key: 'vectos', path: '/video3d', roles: staffRoles, icon: VectosIcon },
  { key: 'medias', path: '/medias', roles: staffRoles, icon: MediasIcon },
  { key: 'usage', path: '/usage', roles: staffRoles, needs: 'usage', icon: UsageIcon },
  { key: 'audit', path: '/audit', roles: staffRoles, later: true, icon: AuditIcon },
  { key: 'trash', path: '/trash', roles: staffRoles, later: true, icon: TrashIcon },
  {
    key: 'administration',
    path: '/administration',
    parts: ['/downloads', '/templates', '/admin'],
    roles: ['root'],
    icon: AdministrationIcon,
  },
]

export const menuItemsFor = (role: Role | undefined, offers: Backend['offers']) =>
  menuItems.filter(
    ({ roles, needs }) => role !== undefined && roles.includes(role) && (!needs || offers(needs)),
  )

/** The items of the signed-in user's menu. */
export const useMenuItems = () => menuItemsFor(useMe()?.role, useAdminConfig().offers)

/** The user's own settings: under the path of users, but not part of their section. */
export const PROFILE = '/user/record'

/** The menu item whose section contains a path. */
export const itemAt = (items: readonly MenuItem[], pathname: string) =>
  pathname === PROFILE
    ? undefined
    : items.find(({ path, parts = [] }) =>
        [path, ...parts].some(place => pathname === place || pathname.startsWith(`${place}/`)),
      )

/** True if the user's menu lacks the section: its URL is denied as well. */
export const useIsForbidden = (path: string) => {
  const items = useMenuItems()
  return menuItems.some(item => item.path === path) && !items.some(item => item.path === path)
}
