import { mails } from '~/model/resources/mails'
import { applyChanges } from '~/server/records/apply'
import type { Hooks } from '~/server/records/context'

export const mailHooks: Hooks<typeof mails> = {
  actions: {
    /** Retries immediately, ignoring the backoff. The sender receives the change event, as for a new e-mail. */
    retry: async (context, record) => {
      await applyChanges(context, mails, record, { status: 'waiting', nextAt: context.now })
    },
  },
}
