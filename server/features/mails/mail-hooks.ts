import { mails } from '~/model/resources/mails'
import type { Hooks } from '~/server/records/hooks'
import { applyChanges } from '~/server/records/writing/update-record'

export const mailHooks: Hooks<typeof mails> = {
  actions: {
    /** At once, whatever it paused for. The sender hears of it as of a new one. */
    retry: async (context, record) => {
      await applyChanges(context, mails, record, { status: 'waiting', nextAt: context.now })
    },
  },
}
