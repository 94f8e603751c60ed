import { asObject } from '~/model/objects'
import { trash, trashUid } from '~/model/resources/trash'
import type { SavedView, ViewCalls, ViewOwner } from '~/src/api/backend'
import type { PanelDataProvider } from './panel-data-provider'

/** Maximum page size of the server: far more views than colleagues share. */
const MANY = 200
const NAME = 'views'

/** Views stored on the server, where colleagues can find them. */
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
