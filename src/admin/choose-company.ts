import { type Store, useStoreContext } from 'react-admin'
import type { Link } from '~/model/fields'
import { companyPathOf } from '~/model/lists/list-address'
import { asObject } from '~/model/objects'
import { isResourceName, resourceOf } from '~/model/registry'
import { companyKey, useActor } from './rights'

const without = (filter: unknown, path: string | undefined) =>
  Object.fromEntries(Object.entries(asObject(filter)).filter(([each]) => each !== path))

/** The latest choice wins: each list's own company filter is removed, its page reset, and its selection cleared. */
const freeLists = (store: Store, uid: string) => {
  for (const [key, value] of Object.entries(store.listItems?.(`${uid}.`) ?? {})) {
    const [name = ''] = key.slice(uid.length + 1).split('.')
    if (key.endsWith('.selectedIds')) store.removeItem(key)
    if (!key.endsWith('.listParams') || !isResourceName(name)) continue
    const params = asObject(value)
    const filter = without(params.filter, companyPathOf(resourceOf(name)))
    store.setItem(key, { ...params, page: 1, filter })
  }
}

/** Limits all lists of this tab to one company; undefined: to none. */
export const useChooseCompany = () => {
  const store = useStoreContext()
  const { uid } = useActor()
  return (company: Link | undefined) => {
    freeLists(store, uid)
    store.setItem(companyKey(uid), company)
  }
}

/** Updates the name of the chosen company; the lists keep their state. */
export const useRenameCompany = () => {
  const store = useStoreContext()
  const { uid } = useActor()
  return (company: Link) => store.setItem(companyKey(uid), company)
}
