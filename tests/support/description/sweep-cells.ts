import type { Resource } from '~/model/define'
import { canEver, type Grant, type Role, roles, scopeNamesOf } from '~/model/grants'
import { parentOf } from '~/model/refs'
import { resourceNames, resourceOf } from '~/model/registry'
import { addressesOf } from '~/server/records/handlers'
import type { RegisteredRoute } from '~/tests/support/server/registered-routes'

/** Relations of a record to a role: by its company, or for records of the provider published or hidden. */
export const relationsFor = (role: Role, resource: Resource) => {
  if (resource.company === undefined)
    return resource.published ? (['published', 'hidden'] as const) : (['hidden'] as const)
  return role === 'partner' ? (['own', 'open', 'managed', 'foreign'] as const) : (['own', 'foreign'] as const)
}
export type Place = ReturnType<typeof relationsFor>[number]

export type Expected = 'allowed' | 403 | 404

export type Cell = {
  readonly route: RegisteredRoute
  readonly role: Role
  readonly place: Place
  /** Resource of the record in the path, or in the body of a flat POST. */
  readonly holder: Resource
  readonly kind: 'record' | 'nested' | 'flat' | 'bulk'
  readonly expected: Expected
}

/** Whether the scopes of a grant include the relation; deliberately implemented a second time. */
export const reaches = (grant: Grant | undefined, role: Role, place: Place) => {
  const words = scopeNamesOf(grant, role)
  if (words.includes('all')) return true
  // All shareable records of the demo data are shared.
  if (place === 'own') return words.includes('own') || words.includes('shared')
  if (place === 'open') return words.includes('open') || words.includes('managed')
  if (place === 'managed') return words.includes('managed')
  return place === 'published' && words.includes('published')
}

const byAddress = resourceNames
  .map(resourceOf)
  .flatMap(resource =>
    addressesOf(resource).records.map(address => ({ resource, address: `/parse${address}` })),
  )
  .sort((one, other) => other.address.length - one.address.length)

/** The resource whose record a path contains. */
const recordHolder = (url: string) =>
  byAddress.find(({ address }) => url === address || url.startsWith(`${address}/`))?.resource

type Seen = Pick<Cell, 'route' | 'role' | 'place' | 'holder'>

const onRecord = ({ route, role, place, holder }: Seen): Expected => {
  const { access } = route
  if (typeof access !== 'object') return 'allowed'
  if (!canEver(access.grant, role)) return 403
  const isAction = access.resource === holder.name && access.operation in (holder.actions ?? {})
  if (isAction) return reaches(access.grant, role, place) ? 'allowed' : 404
  const mine = reaches(access.grant, role, place)
  if (!reaches(holder.grants.read, role, place))
    return access.operation === 'delete' && access.resource === holder.name && mine ? 'allowed' : 404
  return mine ? 'allowed' : 403
}

const inHolder = ({ route, role, place, holder }: Seen): Expected => {
  const { access } = route
  if (typeof access !== 'object') return 'allowed'
  if (!canEver(access.grant, role)) return 403
  if (!reaches(holder.grants.read, role, place)) return 404
  // A list outside the scope is empty instead of refused; a new record must be within the scope.
  return route.method === 'GET' || reaches(access.grant, role, place) ? 'allowed' : 403
}

const outside = ({ route, role, place }: Seen): Expected => {
  const { access } = route
  if (typeof access !== 'object') return 'allowed'
  return canEver(access.grant, role) && reaches(access.grant, role, place) ? 'allowed' : 403
}

/** Accounts that rank above the caller, in the own company only; the caller's own uid is none of them: 404. */
const onAccountsAbove = ({ route, role, place }: Seen): Expected => {
  const { access } = route
  if (typeof access !== 'object' || !canEver(access.grant, role)) return 403
  return route.method === 'GET' && place === 'own' ? 'allowed' : 404
}

const cellsFor = (
  route: RegisteredRoute,
  holder: Resource,
  kind: Cell['kind'],
  expect: (seen: Seen) => Expected,
): Cell[] =>
  roles.flatMap(role =>
    relationsFor(role, holder).map(place => {
      const seen = { route, role, place, holder }
      return { ...seen, kind, expected: expect(seen) }
    }),
  )

/** The cells of a route: on a record in the path, nested in one, in bulk, or a flat POST. */
const cellsOf = (route: RegisteredRoute): Cell[] => {
  const { access, url, method } = route
  if (typeof access !== 'object') return []
  const holder = recordHolder(url)
  if (holder)
    return cellsFor(route, holder, 'record', url.includes('/accounts-above') ? onAccountsAbove : onRecord)
  const resource = resourceNames.some(name => name === access.resource)
    ? resourceOf(access.resource)
    : undefined
  // Each record of a bulk request gets the result of a single request.
  if (resource && url.startsWith(`/parse/${resource.name}/bulk/`))
    return cellsFor(route, resource, 'bulk', onRecord)
  const parent = resource && parentOf(resource)
  if (resource && parent && url.includes(':pid'))
    return cellsFor(route, resourceOf(parent), 'nested', inHolder)
  // Companies are excluded: licensed users create them outside any company.
  return resource && method === 'POST' && resource.name !== 'companies'
    ? cellsFor(route, resource, 'flat', outside)
    : []
}

export const sweepCells = (routes: readonly RegisteredRoute[]): Cell[] =>
  routes.filter(({ method }) => method !== 'HEAD').flatMap(cellsOf)

/** Declared routes without cells: top-level lists, which have their own tests, and maintenance. */
export const routesWithoutCells = (routes: readonly RegisteredRoute[]) =>
  routes.filter(
    route => typeof route.access === 'object' && route.method !== 'HEAD' && cellsOf(route).length === 0,
  )
