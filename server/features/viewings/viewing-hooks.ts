import { viewings } from '~/model/resources/viewings'
import type { Hooks } from '~/server/records/hooks'
import { applyChanges } from '~/server/records/writing/update-record'

/** A view ends, and stays in the list. */
export const viewingHooks: Hooks<typeof viewings> = {
  actions: {
    end: async (context, record) => {
      if (!record.endedAt) await applyChanges(context, viewings, record, { endedAt: context.now })
    },
  },
}
