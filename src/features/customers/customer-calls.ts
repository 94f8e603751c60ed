import type { Backend, DeliveryStatus } from '~/src/api/backend'
import { objectIn } from '~/src/api/contract/failures'
import { recordIn } from '~/src/api/contract/records'

/** `purchases` in seats and minutes. */
export type NewCustomer = {
  readonly company: { readonly name: string }
  readonly purchases: Readonly<Record<'users' | 'maxActive' | 'minutes', number>>
  readonly admin: { readonly email: string; readonly lang: string }
}

/** `link` of the invitation; null if the same request had made the customer before. */
export type MadeCustomer = {
  readonly company: { readonly uid: string; readonly name: string }
  readonly user: { readonly uid: string; readonly email: string }
  readonly link: string | null
  readonly mailed?: DeliveryStatus
}

/** Company, first purchases and invitation at once. Fields of a failure are named as in `NewCustomer`: `admin.email`. */
export const createCustomer = async (request: Backend['request'], json: NewCustomer, attempt: string) => {
  const made = await request<MadeCustomer>('/customers', { method: 'POST', json, attempt })
  recordIn('companies', objectIn(made).company)
  return made
}
