import { type FetchQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type DataProvider,
  type GetListParams,
  type GetListResult,
  type Store,
  useListContext,
  useStore,
  useStoreContext,
} from 'react-admin'
import { type NavigateFunction, useLocation, useNavigate, useNavigationType } from 'react-router'
import { mustChooseCompany } from '~/model/access'
import {
  type Filters,
  inCompany,
  type ListParams,
  type ListPlace,
  readAddress,
  tabOf,
  writeAddress,
} from '~/model/lists/list-address'
import { isObject } from '~/model/objects'
import { resourceNames, resourceOf } from '~/model/registry'
import { useParentRecord } from '~/src/admin/parent-record'
import { actorOf, mayList, storedCompany, useActor } from '~/src/admin/rights'
import type { Me } from '~/src/api/backend'
import { afterPaint } from '~/src/ui/use-after-paint'

/** The name by which a list keeps its state: each parent record has its own list of nested records. */
export const useListName = (resource: string) => {
  const holder = useParentRecord()?.uid
  return holder === undefined ? resource : `${resource}.${holder}`
}

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

/** Marks an entry of the browser's history that the list itself wrote. */
const written = { list: true }
const isWritten = (state: unknown) => isObject(state) && state.list === true

const stored = (store: Store, key: string) => store.getItem<ListParams>(key) ?? {}

/** URLs contain references only: labels known here are kept. */
const withLabels = (asked: Required<ListParams>, known: ListParams): Required<ListParams> => ({
  ...asked,
  filter: Object.fromEntries(
    Object.entries(asked.filter).map(([path, value]) => {
      const before = known.filter?.[path]
      const same = isObject(value) && isObject(before) && value.ref === before.ref
      return [path, same ? before : value]
    }),
  ),
})

const usualOf = ({ resource, tab }: ListPlace): Required<ListParams> => {
  const { perPage, sort } = tabOf(resource, tab)
  return { filter: {}, page: 1, perPage, sort: sort.field, order: sort.order }
}

const namesOf = (search: string) => [...new URLSearchParams(search).keys()].join()

/** True while the user types in the same filters: the browser's history gets one entry for a word. */
const isTyping = (before: string, after: string) =>
  !/[?&](page|rows|sort)=/.test(before + after) && before !== '' && namesOf(before) === namesOf(after)

const go = (navigate: NavigateFunction, search: string, hash: string, replace: boolean) =>
  void navigate({ search, hash }, { replace, state: written, preventScrollReset: true })

/** Milliseconds that the URL waits for rows at most. */
const ROWS_WAIT = 1000

/** Runs `work` once the rows that are being loaded have been painted. @returns a function that cancels it */
const afterRows = (queries: QueryClient, resource: string, work: () => void) => {
  let cancel: () => void = () => undefined
  const end = () => {
    stop()
    cancel = afterPaint(work)
  }
  const timer = setTimeout(end, ROWS_WAIT)
  const isLoading = () => queries.isFetching({ queryKey: [resource, 'getList'] }) > 0
  const stopListening = queries.getQueryCache().subscribe(event => {
    const isAnswer = event.type === 'updated' && ['success', 'error'].includes(event.action.type)
    if (isAnswer && !isLoading()) end()
  })
  cancel = afterPaint(() => {
    if (!isLoading()) end()
  })
  const stop = () => {
    clearTimeout(timer)
    stopListening()
    cancel()
  }
  return stop
}

/**
 * Synchronizes the URL with the list parameters in the session storage. A URL with parameters wins; one without, such
 * as the menu's, opens the list with its stored state, except when going back to it within the list.
 * @param key of the storage
 * @returns `goToTab` opens a tab with its stored parameters; `onTotal` takes the number of records found
 */
export const useListAddress = (place: ListPlace, key: string) => {
  const store = useStoreContext()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const type = useNavigationType()
  const { key: entry, search, hash, state } = useLocation()
  const seen = useRef<string>(undefined)
  const total = useRef<number>(undefined)
  const giveUp = useRef<() => void>(undefined)
  const adopt = (asked: Required<ListParams> | undefined) =>
    asked && store.setItem(key, withLabels(asked, stored(store, key)))
  // Before the list reads it.
  useState(() => adopt(readAddress(place, search)))
  const [shown] = useStore<ListParams>(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes are the address and the stored list.
  useLayoutEffect(() => {
    const first = seen.current === undefined
    const arrived = seen.current !== entry
    seen.current = entry
    if (arrived && !first && (type === 'POP' || !isWritten(state)))
      adopt(readAddress(place, search) ?? (type === 'POP' ? usualOf(place) : undefined))
    const wanted = writeAddress(place.resource, place.tab, stored(store, key))
    const { page = 1, perPage = 1 } = readAddress(place, search) ?? {}
    const beyond = total.current !== undefined && (page - 1) * perPage >= total.current
    if (wanted === search) return
    const write = () => go(navigate, wanted, hash, arrived || beyond || isTyping(search, wanted))
    // A URL update re-renders every component that reads the location, such as each link.
    if (!arrived) {
      giveUp.current = afterRows(queries, place.resource.name, write)
      return giveUp.current
    }
    write()
  }, [entry, search, key, shown])
  const goToTab = useCallback(
    (tab: string, tabsKey: string) => {
      // It would lead back to the tab that is left.
      giveUp.current?.()
      go(navigate, writeAddress(place.resource, tab, stored(store, tabsKey)), tab, false)
    },
    [navigate, place.resource, store],
  )
  const onTotal = useCallback((found: number | undefined) => {
    total.current = found
  }, [])
  return { goToTab, onTotal }
}

/** The query of the list from which the records of a resource were opened last. */
export type OpenedList = {
  readonly page: number
  readonly perPage: number
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter: Filters
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}

/** Ends with the session, as the lists' own parameters do. */
export const useOpenedKey = (resource: string) => `${useActor().uid}.${resource}.openedList`

/** Remembers the list in context, with its tab, filters, order and page, for the screens of its records. */
export const RememberList = ({ meta }: Pick<OpenedList, 'meta'>) => {
  const { resource, page, perPage, sort, filterValues, filter } = useListContext()
  const store = useStoreContext()
  const key = useOpenedKey(resource)
  // A list makes new objects at each render.
  const text = JSON.stringify({ page, perPage, sort, filter: { ...filterValues, ...filter }, meta })
  useEffect(() => store.setItem<OpenedList>(key, JSON.parse(text)), [store, key, text])
  return null
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

/**
 * The query of one page of a list, under the key of react-admin's own. Its `useGetList` copies each row into the query of
 * the record, at each mount: screens that only look at rows use this.
 */
export const rowsQuery = (
  provider: DataProvider,
  name: string,
  params: Rows & Pick<OpenedList, 'meta'>,
): FetchQueryOptions<GetListResult> => ({
  queryKey: [name, 'getList', { ...params, meta: params.meta }],
  queryFn: ({ signal }) => provider.getList(name, { ...params, signal }),
})

/**
 * Prefetches a page of a list into the cache.
 * @param staleTime milliseconds for which rows in the cache are used instead
 */
export const prefetchRows = async (
  queries: QueryClient,
  provider: DataProvider,
  name: string,
  params: Rows,
  staleTime = 0,
) => {
  const query = rowsQuery(provider, name, params)
  await queries.prefetchQuery({ ...query, staleTime })
  return queries.getQueryData<GetListResult>(query.queryKey)
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
