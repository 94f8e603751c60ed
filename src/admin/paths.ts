import { dotted, parentOf, refOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'

export type Screen = 'list' | 'create' | 'show' | 'edit'

/**
 * The product's path of a screen; undefined if the resource has no such screen.
 * @param id a record's id, or `<parent>/` for the list and the create screen of a nested resource
 */
export const pathTo = (name: string, screen: Screen, id: unknown = '') => {
  const resource = resourceOf(name)
  const above = parentOf(resource)
  const end = above === undefined ? -1 : String(id).indexOf('/')
  const holder = end < 0 ? '' : String(id).slice(0, end)
  const parent = dotted(refOf(above ?? '', holder))
  return resource.paths[screen]
    ?.replace(':parent', encodeURIComponent(parent))
    .replace(':pid', encodeURIComponent(holder))
    .replace(':id', encodeURIComponent(String(id).slice(end + 1)))
}
