import { trash } from '~/model/resources/trash'
import { removeForGood } from '~/server/records/change'
import type { Hooks } from '~/server/records/context'
import { writeEvent } from '~/server/records/history'
import { readKept, requireDeletion, returnFromTrash } from '~/server/records/trash'

export const trashHooks: Hooks<typeof trash> = {
  actions: { restore: returnFromTrash },

  insteadOfDelete: async (context, trashed) => {
    const { resource, record } = await readKept(context, trashed)
    requireDeletion(context, resource, record)
    await removeForGood(context, trash, trashed)
    await writeEvent(context, resource, 'delete', record, { label: trashed.label, forGood: true })
    return trashed
  },
}
