import { useStoreContext } from 'react-admin'
import { useLocation, useNavigate } from 'react-router'
import type { Resource } from '~/model/define'
import { readAddress, writeAddress } from '~/model/lists/list-address'
import { tabOf } from '~/model/lists/list-tab'
import { viewQuery } from '~/model/lists/view-query'
import { useActor } from '~/src/admin/actor'
import { listKey } from '~/src/admin/list/list-state'
import { useListName } from '~/src/admin/list/use-list-name'
import type { SavedView } from '~/src/api/contract/view-calls'
import { useHashTab } from '~/src/ui/page-hash'

type Saved = Pick<SavedView, 'tab' | 'query'>

/**
 * The list as its address says it now, and how a view is applied: the list's state is set as if the address had been
 * opened, so that a view without filters clears those that are there.
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
