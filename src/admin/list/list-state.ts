import { useCallback } from 'react'
import { useStore, useStoreContext } from 'react-admin'
import type { Resource } from '~/model/define'
import { useActor } from '~/src/admin/actor'

const PAGE_SIZES = [10, 15, 20, 25, 30] as const

/** The settings of a list: those of its definition, or of a tab. */
export const tabOf = ({ list }: Resource, tab: string) => {
  const named = list.tabs?.[tab]
  const pageSizes = named?.pageSizes ?? list.pageSizes ?? PAGE_SIZES
  const [field, direction] = named?.sort ?? list.sort
  const perPage = named?.pageSizes?.[0] ?? list.pageSize ?? pageSizes[0] ?? 10
  const order: 'ASC' | 'DESC' = direction === 'desc' ? 'DESC' : 'ASC'
  return {
    filter: named?.filter ?? {},
    view: named?.view ?? 'table',
    pageSizes,
    perPage,
    sort: { field, order },
  }
}

export type Filters = Readonly<Record<string, unknown>>
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
