import { mails } from '~/model/resources/mails'
import type { Hooks } from '~/server/records/hooks'
import { applyChanges } from '~/server/records/writing/update-record'

export const mailHooks: Hooks<typeof mails> = {
  actions: {
    /** Retries at once, ignoring the backoff. The sender receives the change event, as for a new e-mail. */
    retry: async (context, record) => {
      await applyChanges(context, mails, record, { status: 'waiting', nextAt: context.now })
    },
  },
}
