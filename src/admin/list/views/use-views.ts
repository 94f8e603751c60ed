import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useStoreContext } from 'react-admin'
import { useLocation, useNavigate } from 'react-router'
import type { Resource } from '~/model/define'
import { readAddress, tabOf, viewQuery, writeAddress } from '~/model/lists/list-address'
import { useAdminConfig } from '~/src/admin/admin-config'
import { listKey, useListName } from '~/src/admin/list/list-state'
import { useHashTab } from '~/src/admin/paths'
import { useActor } from '~/src/admin/rights'
import type { SavedView, ViewCalls } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { serverViews } from '~/src/api/contract/view-calls'

type Saved = Pick<SavedView, 'tab' | 'query'>

/**
 * The state of the list in its URL, and `apply` for a view: the list's state is set as if the URL had been opened, so
 * that a view without filters clears the current ones.
 */
export const useListView = (resource: Resource) => {
  const { uid, role } = useActor()
  const name = useListName(resource.name)
  const store = useStoreContext()
  const navigate = useNavigate()
  const { search } = useLocation()
  const tabs = Object.keys(resource.list.tabs ?? {})
  const [tab] = useHashTab(tabs)
  const query = viewQuery({ resource, role, tab }, search) ?? ''
  const apply = (view: Saved) => {
    const shown = tabs.find(each => each === view.tab) ?? tabs[0] ?? ''
    const { perPage, sort } = tabOf(resource, shown)
    const usual = { filter: {}, page: 1, perPage, sort: sort.field, order: sort.order }
    const params = readAddress({ resource, role, tab: shown }, view.query ?? '') ?? usual
    store.setItem(listKey(uid, name, shown), params)
    if (shown !== tab) void navigate({ search: writeAddress(resource, shown, params), hash: shown })
  }
  const isShown = (view: Saved) => (view.tab ?? '') === tab && (view.query ?? '') === query
  return { tab, query, apply, isShown }
}

const KEY = 'savedViews'

/** The calls for views of this backend: the server's, where it stores them. */
const useViewCalls = () => {
  const provider = useDataProvider<PanelDataProvider>()
  const { views, offers } = useAdminConfig()
  const { uid, company } = useActor()
  const owner = { uid, company }
  return async (): Promise<ViewCalls> =>
    offers('views') || !views ? serverViews(provider, owner) : views(owner)
}

/** The views of a list, and the calls that change them; each change refetches them. */
export const useViews = (list: string) => {
  const calls = useViewCalls()
  const queries = useQueryClient()
  const { uid, company } = useActor()
  const found = useQuery({
    queryKey: [KEY, uid, list],
    queryFn: async () => {
      const { sharing, list: read } = await calls()
      return { sharing, ...(await read(list)) }
    },
    networkMode: 'always',
  })
  const change = async <T>(work: (views: ViewCalls) => Promise<T>) => {
    try {
      return await work(await calls())
    } finally {
      await queries.invalidateQueries({ queryKey: [KEY, uid, list] })
    }
  }
  return { ...found, change, sharing: found.data?.sharing === true && company !== null }
}

export type Views = ReturnType<typeof useViews>
