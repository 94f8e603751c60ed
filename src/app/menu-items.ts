import BusinessIcon from '@mui/icons-material/ApartmentOutlined'
import MyCompanyIcon from '@mui/icons-material/DomainOutlined'
import HomeIcon from '@mui/icons-material/HomeOutlined'
import UsersIcon from '@mui/icons-material/PeopleOutlineOutlined'
import MediasIcon from '@mui/icons-material/PermMediaOutlined'
import type { ComponentType } from 'react'
import { type Role, roles } from '~/model/roles'

export type MenuItem = {
  /** Names its texts too: `menu.<key>`, `app.home.<key>`. */
  readonly key: string
  readonly path: string
  readonly roles: readonly Role[]
  readonly icon: ComponentType<{ fontSize?: 'small' | 'inherit'; className?: string }>
}

/** Who finds what in the menu (specification §6). */
export const menuItems: readonly MenuItem[] = [
  { key: 'home', path: '/home', roles, icon: HomeIcon },
  { key: 'myCompany', path: '/mycompany', roles: ['admin'], icon: MyCompanyIcon },
  { key: 'companies', path: '/company', roles: ['root', 'partner'], icon: BusinessIcon },
  { key: 'users', path: '/user', roles: ['root', 'admin', 'partner'], icon: UsersIcon },
  { key: 'medias', path: '/medias', roles: ['root', 'admin', 'partner'], icon: MediasIcon },
]

export const menuItemsFor = (role: Role | undefined) =>
  menuItems.filter(item => role !== undefined && item.roles.includes(role))

/** One's own settings: under the users' address, but no part of their section. */
export const PROFILE = '/user/record'

/** The item whose section a path belongs to. */
export const itemAt = (items: readonly MenuItem[], pathname: string) =>
  pathname === PROFILE
    ? undefined
    : items.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))

/** A section that the role does not find in the menu is not opened by its address either. */
export const isShut = (path: string, role: Role | undefined) =>
  menuItems.some(item => item.path === path) && !menuItemsFor(role).some(item => item.path === path)
