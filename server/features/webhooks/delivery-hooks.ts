import { deliveries } from '~/model/resources/deliveries'
import { applyChanges } from '~/server/records/apply'
import type { Hooks } from '~/server/records/context'

export const deliveryHooks: Hooks<typeof deliveries> = {
  actions: {
    /** Sends it again at once, with the id of the first time, by which receivers know a repetition. */
    retry: async (context, record) => {
      await applyChanges(context, deliveries, record, { status: 'waiting', nextAt: context.now })
    },
  },
}
