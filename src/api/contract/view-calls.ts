import type { Identifier } from 'react-admin'
import type { Link } from '~/model/fields'
import { asObject } from '~/model/objects'
import { trash, trashUid } from '~/model/resources/trash'
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

/** A record whose action `restore` undoes a deletion. */
export type Restorable = { readonly resource: string; readonly id: Identifier }

/** Where views are kept. `sharing`: colleagues can see them there. */
export type ViewCalls = {
  readonly sharing: boolean
  readonly list: (list: string) => Promise<ViewsOfList>
  readonly create: (view: ViewChanges) => Promise<unknown>
  readonly update: (view: SavedView, changes: ViewChanges) => Promise<unknown>
  /** @returns what undoes it, where the view is in a trash */
  readonly remove: (id: Identifier) => Promise<Restorable | undefined>
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
    remove: async id => {
      const { trashDays } = asObject(await provider.part(NAME, id, 'uses'))
      await provider.delete(NAME, { id })
      return typeof trashDays === 'number' && trashDays > 0
        ? { resource: trash.name, id: trashUid(NAME, String(id)) }
        : undefined
    },
  }
}
