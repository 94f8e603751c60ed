import type { Resource } from '~/model/define'
import { isResourceName, registry } from '~/model/registry'
import { pathTo } from '~/src/admin/paths'
import { decoded } from '~/src/api/decoded'

type Paths = Resource['paths']

const pathsOf = (name: string): Paths | undefined => (isResourceName(name) ? registry[name].paths : undefined)

/** The product's path for each path that react-admin builds for a resource. */
const meant = (name: string, paths: Paths, id: string | undefined, view: string | undefined) => {
  if (id === undefined) return paths.list
  if (id === 'create' && view === undefined) return paths.create
  const place = decoded(id)
  if (view === undefined) return pathTo(name, 'edit', place)
  return view === 'show' ? pathTo(name, 'show', place) : undefined
}

// Segments of the product's paths where react-admin has an id: /medias/show/abc is not a record "show".
const isOurs = (paths: Paths, pathname: string) =>
  [paths.show, paths.edit].some(
    path =>
      path !== undefined && `${pathname}/`.startsWith(path.replace(/:.*/, '')) && !path.startsWith('/:'),
  )

/** `/users/abc/show` → `/user/show/abc`. Paths of another form are returned unchanged. */
export const productPath = (pathname: string): string => {
  const [empty, name = '', id, view, ...more] = pathname.replace(/\/$/, '').split('/')
  const paths = empty === '' && more.length === 0 ? pathsOf(name) : undefined
  if (!paths || isOurs(paths, pathname)) return pathname
  return meant(name, paths, id, view) ?? pathname
}

/** The same for a whole address: the query and the hash are kept. */
export const productAddress = (address: string): string => {
  const end = address.search(/[?#]/)
  return end < 0 ? productPath(address) : productPath(address.slice(0, end)) + address.slice(end)
}

/** The same for any target of a link or a navigation. */
export const productTo = <T>(to: T): T => {
  if (typeof to === 'string') return productAddress(to) as T & string
  if (typeof to !== 'object' || to === null || !('pathname' in to) || typeof to.pathname !== 'string')
    return to
  return { ...to, pathname: productPath(to.pathname) }
}
