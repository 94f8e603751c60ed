import { searchedFields } from './access'
import { resourceNames, resourceOf } from './registry'

/** Collections that keep counters which can be made again from the records (decisions §11). */
export const countedCollections = ['companies', 'environments', 'medias', 'downloads'] as const
export type CountedCollection = (typeof countedCollections)[number]

/** Collections that are found by search keywords. */
export const searchedCollections: readonly string[] = resourceNames.filter(
  name => searchedFields(resourceOf(name)).length > 0,
)
