import type { Backend, Outlook } from './backend'

export type PasswordCalls = Pick<Backend, 'requestPasswordReset' | 'changePassword'>

const outlooks: readonly Outlook[] = ['sent', 'waiting', 'outbox']

/** What an answer says of its e-mail; a server that says nothing has sent it. */
export const outlookIn = (answer: unknown): Outlook => {
  const said = typeof answer === 'object' && answer !== null && 'mailed' in answer ? answer.mailed : undefined
  return outlooks.find(known => known === said) ?? 'sent'
}

/** The calls about passwords of a server that keeps them itself. */
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
