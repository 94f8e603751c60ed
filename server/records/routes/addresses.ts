import type { Resource } from '~/model/define'
import { collectionOf, parentOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'

/** All names of a resource's collection in addresses. */
const namesOf = ({ name, callName }: Resource) => (callName ? [name, callName] : [name])

const nestedIn = (resource: Resource) => {
  const parent = parentOf(resource)
  return parent === undefined
    ? undefined
    : namesOf(resourceOf(parent)).map(name => `/${name}/:pid/${collectionOf(resource)}`)
}

const flatOf = (resource: Resource) => {
  if (resource.flat === false) return []
  return resource.flat === undefined ? namesOf(resource).map(name => `/${name}`) : [`/${resource.flat}`]
}

export type Addresses = {
  /** Collection addresses, nested in a parent (`:pid`) or flat. */
  readonly lists: readonly string[]
  readonly creates: readonly string[]
  /** Record addresses: `:uid`, and `:pid` for the parent. */
  readonly records: readonly string[]
}

/** The addresses of a definition, relative to the API root. */
export const addressesOf = (resource: Resource): Addresses => {
  const nested = nestedIn(resource)
  const flat = flatOf(resource)
  if (!nested) return { lists: flat, creates: flat, records: flat.map(address => `${address}/:uid`) }
  const outside = resource.flat ? flat : []
  return {
    lists: [...nested, ...outside],
    creates: outside.length > 0 ? outside : nested,
    records: nested.map(address => `${address}/:uid`),
  }
}
