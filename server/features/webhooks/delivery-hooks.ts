import { deliveries } from '~/model/resources/deliveries'
import { applyChanges } from '~/server/records/apply'
import type { Hooks } from '~/server/records/context'

export const deliveryHooks: Hooks<typeof deliveries> = {
  actions: {
    /** Retries immediately, with the same id, by which receivers detect a repetition. */
    retry: async (context, record) => {
      await applyChanges(context, deliveries, record, { status: 'waiting', nextAt: context.now })
    },
  },
}
