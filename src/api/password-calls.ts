import type { Backend, Outlook } from './backend'

export type PasswordCalls = Pick<Backend, 'requestPasswordReset' | 'changePassword'>

const outlooks: readonly Outlook[] = ['sent', 'waiting', 'outbox']

/** The delivery status of the e-mail in a response; `sent` if the server does not state it. */
export const outlookIn = (answer: unknown): Outlook => {
  const said = typeof answer === 'object' && answer !== null && 'mailed' in answer ? answer.mailed : undefined
  return outlooks.find(known => known === said) ?? 'sent'
}

/** The password calls of a server that stores passwords itself. */
export const passwordCalls = (request: Backend['request']): PasswordCalls => ({
  requestPasswordReset: async email => {
    const json = { email }
    return outlookIn(await request('/requestPasswordReset', { method: 'POST', json }))
  },
  changePassword: async (oldPassword, password) => {
    const { uid } = await request<{ uid: string }>('/users/me')
    await request(`/users/${encodeURIComponent(uid)}`, { method: 'PATCH', json: { password, oldPassword } })
  },
})
