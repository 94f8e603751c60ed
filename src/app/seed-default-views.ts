import type { Store } from 'react-admin'
import { readAddress } from '~/model/lists/list-address'
import { asObject } from '~/model/objects'
import { isResourceName, resourceOf } from '~/model/registry'
import { listKey } from '~/src/admin/list/list-state'
import type { Me } from '~/src/api/backend'

/** Sets the stored state of lists to the user's default views. A list with stored state in this session is not changed. */
export const seedDefaultViews = (store: Store, { uid, role, profile }: Me) => {
  const views = Array.isArray(profile.defaultViews) ? profile.defaultViews : []
  for (const view of views) {
    const { list, tab, query } = asObject(view)
    if (typeof list !== 'string' || typeof tab !== 'string' || !isResourceName(list)) continue
    const key = listKey(uid, list, tab)
    const params = readAddress({ resource: resourceOf(list), role, tab }, String(query))
    if (params && store.getItem(key) === undefined) store.setItem(key, params)
  }
}
