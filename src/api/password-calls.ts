import { textIn } from '~/model/objects'
import { intercepted } from './answer'
import type { Backend, DeliveryStatus } from './backend'

export type PasswordCalls = Pick<Backend, 'requestPasswordReset' | 'changePassword'>

const deliveryStatuses: readonly DeliveryStatus[] = ['sent', 'waiting', 'outbox']

/** The delivery status of the e-mail in a response; `sent` if the server does not state it. */
export const deliveryStatusIn = (answer: unknown): DeliveryStatus => {
  const said = typeof answer === 'object' && answer !== null && 'mailed' in answer ? answer.mailed : undefined
  return deliveryStatuses.find(known => known === said) ?? 'sent'
}

/** The password calls of a server that stores passwords itself. */
export const passwordCalls = (request: Backend['request']): PasswordCalls => ({
  requestPasswordReset: async email => {
    const json = { email }
    return deliveryStatusIn(await request('/requestPasswordReset', { method: 'POST', json }))
  },
  changePassword: async (oldPassword, password) => {
    const uid = textIn(await request('/users/me'), 'uid')
    if (uid === undefined) throw intercepted('The answer is no user')
    await request(`/users/${encodeURIComponent(uid)}`, { method: 'PATCH', json: { password, oldPassword } })
  },
})
