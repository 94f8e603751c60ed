import { writeInstants } from '~/model/lists/day-ranges'
import { type Filters, writeAddress } from '~/model/lists/list-address'
import { isObject, textIn } from '~/model/objects'
import { resourceOf } from '~/model/registry'
import { pathTo } from '~/src/admin/paths'

/** A condition of `q` in the format of a list's URL: instants as a range. */
const asRange = (value: unknown) => {
  if (!isObject(value) || 'ref' in value) return value
  return writeInstants({ gte: textIn(value, 'gte'), lt: textIn(value, 'lte') })
}

/** The address of a list with a filter and a tab; undefined if the list has no screen of its own. */
export const listLink = (name: string, filter: Filters, tab = ''): string | undefined => {
  const path = pathTo(name, 'list')
  if (path === undefined || path.includes('#')) return undefined
  const filters = Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, asRange(value)]))
  return path + writeAddress(resourceOf(name), tab, { filter: filters }) + (tab && `#${tab}`)
}
