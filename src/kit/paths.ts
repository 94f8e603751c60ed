import { resourceOf } from '~/model/registry'

type Screen = 'list' | 'create' | 'show' | 'edit'

/** The product's address of a screen; nothing where the resource has no such screen. */
export const pathTo = (resource: string, screen: Screen, id?: unknown) =>
  resourceOf(resource).paths[screen]?.replace(':id', encodeURIComponent(String(id ?? '')))
