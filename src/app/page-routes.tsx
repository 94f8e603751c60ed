import type { ReactElement } from 'react'
import { Route } from 'react-router-dom'
import type { Role } from '~/model/roles'
import { laterPart } from '~/src/ui/later-part'
import { menuItems } from './menu-items'
import { AccessDenied } from './resource-routes'
import { useMe } from './use-me'

const Profile = laterPart(() =>
  import('~/src/features/profile/profile').then(file => ({ default: file.Profile })),
)
const Rename = laterPart(() =>
  import('~/src/features/vectos/rename/rename-page').then(file => ({ default: file.RenamePage })),
)
const Vecto = laterPart(() =>
  import('~/src/features/vectos/create/vecto-page').then(file => ({ default: file.VectoPage })),
)
const VideoJob = laterPart(() =>
  import('~/src/features/videos/stitch/video-job').then(file => ({ default: file.VideoJob })),
)
const InviteUser = laterPart(() =>
  import('~/src/features/invitations/invite-user').then(file => ({ default: file.InviteUser })),
)
const ResetByEmail = laterPart(() =>
  import('~/src/features/users/password-reset/reset-by-email').then(file => ({ default: file.ResetByEmail })),
)
const NewCustomer = laterPart(() =>
  import('~/src/features/customers/new-customer-page').then(file => ({ default: file.NewCustomerPage })),
)
const Usage = laterPart(() =>
  import('~/src/features/usage/usage-page').then(file => ({ default: file.UsagePage })),
)
const MyCompany = laterPart(() =>
  import('~/src/features/companies/my-company/my-company').then(file => ({ default: file.MyCompany })),
)
const Administration = laterPart(() =>
  import('~/src/features/maintenance/administration').then(file => ({ default: file.Administration })),
)
const Maintenance = laterPart(() =>
  import('~/src/features/maintenance/maintenance').then(file => ({ default: file.Maintenance })),
)

/** A page for the roles whose menu contains its section; other roles are denied access. */
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
  '/company/customer': <NewCustomer />,
  '/mycompany': (
    <Only roles={rolesOf('myCompany')}>
      <MyCompany />
    </Only>
  ),
  '/usage': (
    <Only roles={rolesOf('usage')}>
      <Usage />
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

/** The bespoke screens, at the product's paths. */
export const pageRoutes = Object.entries(pages).map(([path, page]) => (
  <Route key={path} path={path} element={page} />
))
