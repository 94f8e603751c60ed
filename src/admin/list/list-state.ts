import { useCallback } from 'react'
import { useStore, useStoreContext } from 'react-admin'
import type { Filters } from '~/model/lists/list-address'
import { useActor } from '~/src/admin/actor'

type Params = { readonly filter?: Filters }

/** Keyed by user, so that users of a shared computer do not see each other's filters. */
export const listKey = (uid: string, resource: string, tab: string) =>
  `${uid}.${resource}${tab && `.${tab}`}.listParams`

export const useListKey = (resource: string, tab: string) => listKey(useActor().uid, resource, tab)

/** The user's filters for this list, available before the list is mounted. */
export const useStoredFilters = (key: string): Filters => useStore<Params>(key, {})[0].filter ?? {}

/** Filters carry over between tabs: the search form is shared by all of them. */
export const useCarryFilters = (key: string) => {
  const store = useStoreContext()
  return useCallback(
    (nextKey: string) => {
      const { filter } = store.getItem<Params>(key) ?? {}
      const next = store.getItem<Params>(nextKey)
      store.setItem(nextKey, { ...next, page: 1, filter: filter ?? {} })
    },
    [store, key],
  )
}
