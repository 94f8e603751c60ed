import type { Backend, DeliveryStatus } from '~/src/api/backend'
import { deliveryStatusIn } from '~/src/api/password-calls'
import type { BulkCalls } from './bulk-calls'
import { toQuery } from './filters'
import { type Json, recordIn, toCreated } from './records'

type Request = Backend['request']

/** Calls of more than one feature, or of the generic screens, that concern no record. */
export type ServiceCalls = {
  /**
   * Invites a user; one invited before gets another link.
   * @param attempt as in `RequestOptions`
   * @returns the delivery status of the e-mail
   */
  readonly inviteUser: (data: Json, attempt?: string) => Promise<DeliveryStatus>
  /** Changes of many records; loaded when records are chosen. */
  readonly many: () => Promise<BulkCalls>
}

/** If the identity provider sends the links, their keys are generated here (specification §7). */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), byte => byte.toString(16).padStart(2, '0')).join('')

const inviting =
  (request: Request, sendInvitation: Backend['sendInvitation']) =>
  async (data: Json, attempt?: string): Promise<DeliveryStatus> => {
    const json = { origin: 'invitation', ...toCreated('users', data) }
    if (!sendInvitation) {
      const answer = await request('/user-invite', { method: 'POST', json, ...(attempt && { attempt }) })
      recordIn('users', answer)
      return deliveryStatusIn(answer)
    }
    const onboardingKey = newKey()
    const answer = await request('/user-invite', { method: 'POST', json: { ...json, onboardingKey } })
    const { uid } = recordIn('users', answer)
    await sendInvitation({
      email: String(data.email),
      lang: String(data.lang),
      hash: `${uid}-${onboardingKey}`,
    })
    return 'sent'
  }

export const serviceCalls = (request: Request, sendInvitation?: Backend['sendInvitation']): ServiceCalls => ({
  inviteUser: inviting(request, sendInvitation),
  many: async () => (await import('./bulk-calls')).bulkCalls(request, toQuery),
})
