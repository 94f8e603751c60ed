import { forwardRef, type ReactElement, useCallback, useEffect } from 'react'
import {
  Navigate,
  Resource,
  ResourceContextProvider,
  RestoreScrollPosition,
  type RouterLinkProps,
  type RouterNavigateFunction,
  type RouterNavigateProps,
  type RouterProvider,
  reactRouterProvider,
  useLocation,
} from 'react-admin'
import { Route } from 'react-router-dom'
import type { Resource as Definition } from '~/model/define'
import { isResourceName, registry, resourceNames, resourceOf } from '~/model/registry'
import { pathTo } from '~/src/admin/paths'
import { decoded } from '~/src/api/decoded'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { whenIdle } from '~/src/ui/when-idle'
import { menuItems, useIsForbidden, useMe, useMenuItems } from './menu-items'

type Paths = Definition['paths']

const pathsOf = (name: string): Paths | undefined => (isResourceName(name) ? registry[name].paths : undefined)

/** The product's path for each path that react-admin builds for a resource. */
const meant = (name: string, paths: Paths, id: string | undefined, view: string | undefined) => {
  if (id === undefined) return paths.list
  if (id === 'create' && view === undefined) return paths.create
  const place = decoded(id)
  if (view === undefined) return pathTo(name, 'edit', place)
  return view === 'show' ? pathTo(name, 'show', place) : undefined
}

// Segments of the product's paths in the place of react-admin's ids: /medias/show/abc is not a record "show".
const isOurs = (paths: Paths, pathname: string) =>
  [paths.show, paths.edit].some(
    path =>
      path !== undefined && `${pathname}/`.startsWith(path.replace(/:.*/, '')) && !path.startsWith('/:'),
  )

/** `/users/abc/show` → `/user/show/abc`. Other paths are returned unchanged. */
const productPath = (pathname: string): string => {
  const [empty, name = '', id, view, ...more] = pathname.replace(/\/$/, '').split('/')
  const paths = empty === '' && more.length === 0 ? pathsOf(name) : undefined
  if (!paths || isOurs(paths, pathname)) return pathname
  return meant(name, paths, id, view) ?? pathname
}

/** The product's path for a URL with query and hash, which are kept. */
export const productAddress = (address: string): string => {
  const end = address.search(/[?#]/)
  return end < 0 ? productPath(address) : productPath(address.slice(0, end)) + address.slice(end)
}

/** The product's path for any target of a link or a navigation. */
export const productTo = <T,>(to: T): T => {
  if (typeof to === 'string') return productAddress(to) as T & string
  if (typeof to !== 'object' || to === null || !('pathname' in to) || typeof to.pathname !== 'string')
    return to
  return { ...to, pathname: productPath(to.pathname) }
}

const loadScreens = () => import('~/src/admin/resource-screens')

const ResourceList = lazyPart(() => loadScreens().then(screens => screens.ResourceList))
// The texts of lists that are rarely opened first are loaded with the first of them.
const LaterList = laterPart(() => loadScreens().then(screens => screens.ResourceList))
export const NotFound = laterPart(() => import('./not-found').then(file => file.NotFound))
const ResourceShow = lazyPart(() => loadScreens().then(screens => screens.ResourceShow))
const ResourceCreate = lazyPart(() => loadScreens().then(screens => screens.ResourceCreate))
const ResourceEdit = lazyPart(() => loadScreens().then(screens => screens.ResourceEdit))

const AccessDenied = lazyPart(() => loadScreens().then(screens => screens.AccessDenied))

const definitions = resourceNames.map(resourceOf)

const listAt = (path: string) =>
  menuItems.some(item => item.path === path && !item.later) ? ResourceList : LaterList

/** Milliseconds after which a list is looked at: what it still loads for itself comes first. */
const LOOKED_AT = 1000

/** React shows a part that is not there 300 ms later than it could. Offline, for instance, the screen reports it. */
const preloadShow = () =>
  void loadScreens()
    .then(screens => Promise.all([screens.preloadShow(), ResourceShow.preload()]))
    .catch(() => undefined)

/** Loads the code of the list at this path, if there is one, so that it renders immediately. */
export const preloadList = async (path: string) => {
  if (definitions.some(({ paths }) => paths.list === path)) await listAt(path).preload()
}

/** A list, for the roles whose menu contains it. */
const Section = ({ name, path }: { name: string; path: string }) => {
  const me = useMe()
  const isForbidden = useIsForbidden(path)
  useEffect(() => whenIdle(preloadShow, LOOKED_AT), [])
  if (me && isForbidden) return <AccessDenied />
  const List = listAt(path)
  return (
    <RestoreScrollPosition storeKey={`${name}.list.scrollPosition`}>
      <List resource={name} />
    </RestoreScrollPosition>
  )
}

const screensOf = ({ name, paths }: Definition): [string | undefined, ReactElement][] => [
  [paths.list, <Section key={name} name={name} path={paths.list} />],
  [paths.create, <ResourceCreate key={name} resource={name} />],
  [paths.show, <ResourceShow key={name} resource={name} />],
  [paths.edit, <ResourceEdit key={name} resource={name} />],
]

/** The screens of each definition, at the product's paths. */
export const resourceRoutes = definitions.flatMap(definition =>
  screensOf(definition).flatMap(([path, screen]) =>
    path === undefined || path.includes('#') || definition.flat === false
      ? []
      : [
          <Route
            key={path}
            path={path}
            element={<ResourceContextProvider value={definition.name}>{screen}</ResourceContextProvider>}
          />,
        ],
  ),
)

/** Redirects react-admin's own path of a screen, typed by hand, to the product's. */
const ToProductAddress = () => {
  const { pathname, search, hash } = useLocation()
  const meant = productPath(pathname)
  return meant === pathname ? <NotFound /> : <Navigate replace to={{ pathname: meant, search, hash }} />
}

const declared = definitions.map(({ name, paths }) => ({
  name,
  list: ToProductAddress,
  hasCreate: paths.create !== undefined,
  hasEdit: paths.edit !== undefined,
  hasShow: paths.show !== undefined,
}))

/** The resources that react-admin knows, by name: its links and buttons depend on these. */
export const resourceDefinitions = Object.fromEntries(
  declared.map(props => [props.name, Resource.registerResource(props)]),
)

/** Routes for react-admin's own paths. */
export const ownAddressRoutes = declared.map(props => (
  <Route key={props.name} path={`/${props.name}/*`} element={<Resource {...props} />} />
))

const Profile = laterPart(() => import('~/src/features/profile/profile').then(file => file.Profile))
const Rename = laterPart(() => import('~/src/features/vectos/rename-page').then(file => file.RenamePage))
const Vecto = laterPart(() => import('~/src/features/vectos/create/vecto-page').then(file => file.VectoPage))
const VideoJob = laterPart(() => import('~/src/features/videos/video-job').then(file => file.VideoJob))
const InviteUser = laterPart(() =>
  import('~/src/features/invitations/invite-user').then(file => file.InviteUser),
)
const ResetByEmail = laterPart(() =>
  import('~/src/features/users/password-reset/reset-by-email').then(file => file.ResetByEmail),
)
const NewCustomer = laterPart(() =>
  import('~/src/features/customers/new-customer-page').then(file => file.NewCustomerPage),
)
const Usage = laterPart(() => import('~/src/features/usage/usage-page').then(file => file.UsagePage))
const MyCompany = laterPart(() => import('~/src/features/companies/my-company').then(file => file.MyCompany))
const Administration = laterPart(() =>
  import('~/src/features/maintenance/administration').then(file => file.Administration),
)
const Maintenance = laterPart(() =>
  import('~/src/features/maintenance/maintenance').then(file => file.Maintenance),
)

/** A page for users whose menu contains its section; others are denied access. */
const Only = ({ section, children }: { section: string; children: ReactElement }) => {
  const me = useMe()
  const items = useMenuItems()
  if (!me) return null
  return items.some(({ key }) => key === section) ? children : <AccessDenied />
}

const pages: Readonly<Record<string, ReactElement>> = {
  '/user/record': <Profile />,
  '/video3d/rename/:pid/:id': <Rename />,
  '/video360/vecto/:id': <Vecto />,
  '/video360/job': <VideoJob />,
  '/user/invite': <InviteUser />,
  '/pw-email': <ResetByEmail />,
  '/company/customer': <NewCustomer />,
  '/mycompany': (
    <Only section="myCompany">
      <MyCompany />
    </Only>
  ),
  '/usage': (
    <Only section="usage">
      <Usage />
    </Only>
  ),
  '/administration': (
    <Only section="administration">
      <Administration />
    </Only>
  ),
  '/admin': (
    <Only section="administration">
      <Maintenance />
    </Only>
  ),
}

/** The bespoke screens, at the product's paths. */
export const pageRoutes = Object.entries(pages).map(([path, page]) => (
  <Route key={path} path={path} element={page} />
))

const router = reactRouterProvider

const Link = forwardRef<HTMLAnchorElement, RouterLinkProps>(({ to, ...rest }, ref) => (
  <router.Link {...rest} ref={ref} to={productTo(to)} />
))
Link.displayName = 'ProductLink'

const NavigateToProduct = ({ to, ...rest }: RouterNavigateProps) => (
  <router.Navigate {...rest} to={productTo(to)} />
)

const useNavigate = (): RouterNavigateFunction => {
  const navigate = router.useNavigate()
  return useCallback((to, options) => navigate(productTo(to), options), [navigate])
}

/** react-admin's router, with the product's paths instead of react-admin's own. */
export const routerProvider: RouterProvider = { ...router, Link, Navigate: NavigateToProduct, useNavigate }
