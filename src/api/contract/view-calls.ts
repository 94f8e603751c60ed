import type { Identifier } from 'react-admin'
import type { Link } from '~/model/fields'
import type { PanelDataProvider } from './panel-data-provider'
import type { PanelRecord } from './records'

/** A list as somebody left it: `tab` and `query` as its address says them. */
export type SavedView = PanelRecord & {
  readonly name: string
  readonly list: string
  readonly tab: string | null
  readonly query: string | null
  readonly shared: boolean
  readonly isDefault: boolean
  readonly createdBy: Link | null
}

export type ViewChanges = Partial<Pick<SavedView, 'name' | 'list' | 'tab' | 'query' | 'shared' | 'isDefault'>>

/** The views of a list: the user's own, and those that colleagues share. */
export type ViewsOfList = { readonly own: readonly SavedView[]; readonly shared: readonly SavedView[] }

/** Whose views are read and saved: uids of the user and of their company. */
export type ViewOwner = { readonly uid: string; readonly company: string | null }

/** Where views are kept. `sharing`: colleagues can see them there. */
export type ViewCalls = {
  readonly sharing: boolean
  readonly list: (list: string) => Promise<ViewsOfList>
  readonly create: (view: ViewChanges) => Promise<unknown>
  readonly update: (view: SavedView, changes: ViewChanges) => Promise<unknown>
  readonly remove: (id: Identifier) => Promise<unknown>
}

/** As many as the server answers at once: far more than colleagues share. */
const MANY = 200
const NAME = 'views'

/** Views on the server, where colleagues find them. */
export const serverViews = (provider: PanelDataProvider, { uid, company }: ViewOwner): ViewCalls => {
  const find = async (filter: object) => {
    const { data } = await provider.getList<SavedView>(NAME, {
      pagination: { page: 1, perPage: MANY },
      sort: { field: 'name', order: 'ASC' },
      filter,
    })
    return data
  }
  return {
    sharing: true,
    list: async list => {
      const createdBy = { ref: `users/${uid}` }
      const [own, shared] = await Promise.all([
        find({ list, createdBy }),
        company ? find({ list, company: { ref: `companies/${company}` }, shared: true }) : [],
      ])
      return { own, shared: shared.filter(view => view.createdBy?.ref !== createdBy.ref) }
    },
    create: data => provider.create(NAME, { data }),
    update: (view, changes) => provider.update(NAME, { id: view.id, data: changes, previousData: view }),
    remove: id => provider.delete(NAME, { id }),
  }
}
