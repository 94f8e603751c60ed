import { viewings } from '~/model/resources/viewings'
import { applyChanges } from '~/server/records/apply'
import type { Hooks } from '~/server/records/context'

/** A view ends, and stays in the list. */
export const viewingHooks: Hooks<typeof viewings> = {
  actions: {
    end: async (context, record) => {
      if (!record.endedAt) await applyChanges(context, viewings, record, { endedAt: context.now })
    },
  },
}
