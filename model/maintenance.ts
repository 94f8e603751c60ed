import { searchedFields } from './access'
import { resourceNames, resourceOf } from './registry'

/** Collections with counters that can be recounted from the records (decisions §11). */
export const countedCollections = ['companies', 'environments', 'medias', 'downloads'] as const
export type CountedCollection = (typeof countedCollections)[number]

/** Collections with search keywords. */
export const searchedCollections: readonly string[] = resourceNames.filter(
  name => searchedFields(resourceOf(name)).length > 0,
)
