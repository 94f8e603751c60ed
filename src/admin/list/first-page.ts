import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  type DataProvider,
  type GetListParams,
  type GetListResult,
  type Store,
  useStore,
  useStoreContext,
} from 'react-admin'
import { mustChooseCompany } from '~/model/access'
import { type Filters, inCompany, type ListParams, readAddress, tabOf } from '~/model/lists/list-address'
import { resourceNames, resourceOf } from '~/model/registry'
import { storedCompany } from '~/src/admin/chosen-company'
import { useParentRecord } from '~/src/admin/parent-record'
import { actorOf, mayList, useActor } from '~/src/admin/rights'
import type { Me } from '~/src/api/backend'

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

type Place = { readonly pathname: string; readonly search: string; readonly hash: string }
type Rows = Pick<GetListParams, 'filter'> & Required<Pick<GetListParams, 'pagination' | 'sort'>>
type First = { readonly name: string; readonly params: Rows }

/** The first query of the list at this URL, with its stored state; undefined if it sends none. */
const firstPageAt = ({ pathname, search, hash }: Place, me: Me, store: Store): First | undefined => {
  const name = resourceNames.find(each => resourceOf(each).paths.list === pathname)
  if (!name) return undefined
  const resource = resourceOf(name)
  const actor = actorOf(me)
  const company = storedCompany(store, actor)?.ref
  if (!mayList(resource, actor) || (mustChooseCompany(resource, actor) && !company)) return undefined
  const tabs = Object.keys(resource.list.tabs ?? {})
  const tab = tabs.find(each => hash === `#${each}`) ?? tabs[0] ?? ''
  const usual = tabOf(resource, tab)
  const {
    filter,
    sort = usual.sort.field,
    order = usual.sort.order,
    page = 1,
    perPage = usual.perPage,
  } = readAddress({ resource, role: actor.role, tab }, search) ??
  store.getItem<ListParams>(listKey(me.uid, name, tab)) ??
  {}
  return {
    name,
    params: {
      pagination: { page, perPage },
      sort: { field: sort, order },
      filter: { ...filter, ...usual.filter, ...inCompany(resource, company, filter) },
    },
  }
}

/** Prefetches a page of a list into the cache, under the key of react-admin's own query. */
export const prefetchRows = async (
  queries: QueryClient,
  provider: DataProvider,
  name: string,
  params: Rows,
) => {
  const queryKey = [name, 'getList', { ...params, meta: undefined }]
  await queries.prefetchQuery({
    queryKey,
    queryFn: ({ signal }) => provider.getList(name, { ...params, signal }),
  })
  return queries.getQueryData<GetListResult>(queryKey)
}

/** Prefetches a list's first page while its screen loads, and the page after it: the next click may come as it shows. */
export const prefetchFirstPage = async (
  queries: QueryClient,
  provider: DataProvider,
  store: Store,
  me: Me,
  place: Place,
) => {
  const first = firstPageAt(place, me, store)
  if (!first) return
  const { name, params } = first
  const { page, perPage } = params.pagination
  const { total = 0 } = (await prefetchRows(queries, provider, name, params)) ?? {}
  if (total <= page * perPage) return
  await prefetchRows(queries, provider, name, { ...params, pagination: { page: page + 1, perPage } })
}

/** The name by which a list keeps its state: each parent record has its own list of nested records. */
export const useListName = (resource: string) => {
  const holder = useParentRecord()?.uid
  return holder === undefined ? resource : `${resource}.${holder}`
}
