import { lazy, type ReactElement } from 'react'
import { Route } from 'react-router-dom'
import type { Role } from '~/model/roles'
import { menuItems } from './menu-items'
import { loadScreens } from './resource-routes'
import { useMe } from './use-me'

const AccessDenied = lazy(() => loadScreens().then(screens => ({ default: screens.AccessDenied })))
const Profile = lazy(() => import('~/src/pages/profile/profile').then(file => ({ default: file.Profile })))
const Rename = lazy(() =>
  import('~/src/pages/rename/rename-page').then(file => ({ default: file.RenamePage })),
)
const Vecto = lazy(() => import('~/src/pages/vecto/vecto-page').then(file => ({ default: file.VectoPage })))
const VideoJob = lazy(() =>
  import('~/src/pages/video-job/video-job').then(file => ({ default: file.VideoJob })),
)
const InviteUser = lazy(() =>
  import('~/src/pages/invite/invite-user').then(file => ({ default: file.InviteUser })),
)
const ResetByEmail = lazy(() =>
  import('~/src/pages/password-reset/reset-by-email').then(file => ({ default: file.ResetByEmail })),
)
const MyCompany = lazy(() =>
  import('~/src/pages/my-company/my-company').then(file => ({ default: file.MyCompany })),
)
const Administration = lazy(() =>
  import('~/src/pages/administration/administration').then(file => ({ default: file.Administration })),
)
const Maintenance = lazy(() =>
  import('~/src/pages/administration/maintenance').then(file => ({ default: file.Maintenance })),
)

/** A page for those whose menu leads to its section; the others are told so. */
const Only = ({ roles, children }: { roles: readonly Role[]; children: ReactElement }) => {
  const me = useMe()
  if (!me) return null
  return roles.includes(me.role) ? children : <AccessDenied />
}

const rolesOf = (key: string) => menuItems.find(item => item.key === key)?.roles ?? []

const pages: Readonly<Record<string, ReactElement>> = {
  '/user/record': <Profile />,
  '/video3d/rename/:pid/:id': <Rename />,
  '/video360/vecto/:id': <Vecto />,
  '/video360/job': <VideoJob />,
  '/user/invite': <InviteUser />,
  '/pw-email': <ResetByEmail />,
  '/mycompany': (
    <Only roles={rolesOf('myCompany')}>
      <MyCompany />
    </Only>
  ),
  '/administration': (
    <Only roles={rolesOf('administration')}>
      <Administration />
    </Only>
  ),
  '/admin': (
    <Only roles={rolesOf('administration')}>
      <Maintenance />
    </Only>
  ),
}

/** The bespoke screens, at the product's addresses. */
export const pageRoutes = Object.entries(pages).map(([path, page]) => (
  <Route key={path} path={path} element={page} />
))
