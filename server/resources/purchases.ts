import { invalidFields } from '~/model/errors'
import { uidOf } from '~/model/refs'
import type { Hooks } from '../records/hooks'
import { isQuota, purchase } from './quota'

export const purchaseHooks: Hooks = {
  // The author is the session's user, whatever the form says (specification §7 sends it).
  extras: ['createdBy'],

  beforeCreate: async ({ tx }, values) => {
    if (values.quantity === 0) throw invalidFields({ quantity: 'invalid' })
    if (!isQuota(values.type)) throw invalidFields({ type: 'unknown_option' })
    await purchase(tx, uidOf((values.company as { ref: string }).ref), values.type, Number(values.quantity))
  },
}
