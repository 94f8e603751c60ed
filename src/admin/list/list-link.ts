import { useCallback } from 'react'
import { useStoreContext } from 'react-admin'
import { useActor } from '~/src/admin/actor'
import { pathTo } from '~/src/admin/paths'
import { type Filters, listKey } from './list-state'

/** The properties of a link that opens a list with a filter; undefined if the list has no screen of its own. */
export const useListLink = () => {
  const store = useStoreContext()
  const { uid } = useActor()
  return useCallback(
    (resource: string, filter: Filters, tab = '') => {
      const path = pathTo(resource, 'list')
      if (path === undefined || path.includes('#')) return undefined
      return {
        to: tab ? `${path}#${tab}` : path,
        onClick: () => store.setItem(listKey(uid, resource, tab), { page: 1, filter }),
      }
    },
    [store, uid],
  )
}
