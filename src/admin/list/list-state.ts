import { useCallback } from 'react'
import { useStore, useStoreContext } from 'react-admin'
import type { Resource } from '~/model/define'
import { useActor } from '~/src/admin/actor'

const PAGE_SIZES = [10, 15, 20, 25, 30] as const

/** What a list shows: its definition's own, or a tab's. */
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

/** By person, so that nobody comes back to another's filters on a shared computer. */
export const listKey = (uid: string, resource: string, tab: string) =>
  `${uid}.${resource}${tab && `.${tab}`}.listParams`

export const useListKey = (resource: string, tab: string) => listKey(useActor().uid, resource, tab)

/** What the person filters this list by, also before the list is there. */
export const useStoredFilters = (key: string): Filters => useStore<Params>(key, {})[0].filter ?? {}

/** Filters follow from tab to tab: the search form stands above them all. */
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
