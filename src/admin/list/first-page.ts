import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider, GetListParams, Store } from 'react-admin'
import { mustChooseCompany } from '~/model/access'
import { inCompany } from '~/model/company-filter'
import { type ListParams, readAddress } from '~/model/lists/list-address'
import { tabOf } from '~/model/lists/list-tab'
import { resourceNames, resourceOf } from '~/model/registry'
import { actorOf } from '~/src/admin/actor'
import { storedCompany } from '~/src/admin/chosen-company'
import { mayList } from '~/src/admin/rights'
import type { Me } from '~/src/api/backend'
import { listKey } from './list-state'

type Place = { readonly pathname: string; readonly search: string; readonly hash: string }
type First = { readonly name: string; readonly params: GetListParams }

/** The first query of the list at this address, or as it was left; undefined if it makes none. */
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

/** Prefetches a list's first page while its screen loads; react-admin finds it under its own query key. */
export const askFirstPage = (
  queries: QueryClient,
  provider: DataProvider,
  store: Store,
  me: Me,
  place: Place,
) => {
  const first = firstPageAt(place, me, store)
  if (!first) return
  const { name, params } = first
  void queries.prefetchQuery({
    queryKey: [name, 'getList', { ...params, meta: undefined }],
    queryFn: ({ signal }) => provider.getList(name, { ...params, signal }),
  })
}
