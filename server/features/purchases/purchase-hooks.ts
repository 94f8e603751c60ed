import { invalidFields } from '~/model/errors'
import { uidOf } from '~/model/refs'
import type { purchases } from '~/model/resources/purchases'
import { isQuota, purchase } from '~/server/features/companies/quota'
import type { Hooks } from '~/server/records/context'

export const purchaseHooks: Hooks<typeof purchases> = {
  // The author is the session's user; the form's value is ignored (specification §7 sends it).
  extras: ['createdBy'],

  beforeCreate: async ({ tx }, values) => {
    if (values.quantity === 0) throw invalidFields({ quantity: 'invalid' })
    if (!isQuota(values.type)) throw invalidFields({ type: 'unknown_option' })
    await purchase(tx, uidOf(values.company?.ref ?? ''), values.type, Number(values.quantity))
  },
}
