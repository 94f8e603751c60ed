import { onlySelf } from '../access'
import type { Resource } from '../define'
import type { Actor } from '../grants'
import type { Filters } from './list-address'

/** Exact counts cost nothing where every condition is on a counted column (`counted`). */
const isKept = ({ counted = [], parent }: Resource, filter: Filters) =>
  Object.keys(filter).every(path => path !== parent && counted.includes(path))

/**
 * Is the number of these records cheap: kept, or of a list that holds the reader's own records alone, which are few and
 * found by an index?
 */
export const isCheaplyCounted = (resource: Resource, actor: Actor, filter: Filters) =>
  isKept(resource, filter) || onlySelf(resource, 'read', actor)
