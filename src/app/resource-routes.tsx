import type { ReactElement } from 'react'
import { Navigate, Resource, ResourceContextProvider, RestoreScrollPosition, useLocation } from 'react-admin'
import { Route } from 'react-router-dom'
import type { Resource as Definition } from '~/model/define'
import { resourceNames, resourceOf } from '~/model/registry'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { isForbidden, menuItems } from './menu-items'
import { productPath } from './product-paths'
import { useMe } from './use-me'

export const loadScreens = () => import('~/src/admin/resource-screens')

const ResourceList = lazyPart(() => loadScreens().then(screens => ({ default: screens.ResourceList })))
// The texts of lists that are seldom the first come with the first of them.
const LaterList = laterPart(() => loadScreens().then(screens => ({ default: screens.ResourceList })))
export const NotFound = laterPart(() => import('./not-found').then(file => ({ default: file.NotFound })))
const ResourceShow = lazyPart(() => loadScreens().then(screens => ({ default: screens.ResourceShow })))
const ResourceCreate = lazyPart(() => loadScreens().then(screens => ({ default: screens.ResourceCreate })))
const ResourceEdit = lazyPart(() => loadScreens().then(screens => ({ default: screens.ResourceEdit })))

export const AccessDenied = lazyPart(() => loadScreens().then(screens => ({ default: screens.AccessDenied })))

const definitions = resourceNames.map(resourceOf)

const listAt = (path: string) =>
  menuItems.some(item => item.path === path && !item.later) ? ResourceList : LaterList

/** Loads the list at this address, if there is one, so that it is drawn at once. */
export const preloadList = async (path: string) => {
  if (definitions.some(({ paths }) => paths.list === path)) await listAt(path).preload()
}

/** A list, for the roles whose menu contains it. */
const Section = ({ name, path }: { name: string; path: string }) => {
  const me = useMe()
  if (me && isForbidden(path, me.role)) return <AccessDenied />
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

/** The resources as react-admin knows them, by name: its links and buttons appear by these. */
export const resourceDefinitions = Object.fromEntries(
  declared.map(props => [props.name, Resource.registerResource(props)]),
)

/** react-admin's own addresses. */
export const ownAddressRoutes = declared.map(props => (
  <Route key={props.name} path={`/${props.name}/*`} element={<Resource {...props} />} />
))
