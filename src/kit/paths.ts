import { dotted, parentOf, refOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'

export type Screen = 'list' | 'create' | 'show' | 'edit'

/**
 * The product's address of a screen; nothing where the resource has no such screen.
 * @param id a record's, or `<holder>/` for the list and the create screen of what lives in a record
 */
export const pathTo = (name: string, screen: Screen, id: unknown = '') => {
  const resource = resourceOf(name)
  const parts = String(id).split('/')
  const holder = parts.length > 1 ? (parts[0] ?? '') : ''
  const parent = dotted(refOf(parentOf(resource) ?? '', holder))
  return resource.paths[screen]
    ?.replace(':parent', encodeURIComponent(parent))
    .replace(':pid', encodeURIComponent(holder))
    .replace(':id', encodeURIComponent(parts.at(-1) ?? ''))
}
