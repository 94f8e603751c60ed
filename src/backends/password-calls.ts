import type { Backend } from './backend'

export type PasswordCalls = Pick<Backend, 'requestPasswordReset' | 'changePassword'>

/** The calls about passwords of a server that keeps them itself. */
export const passwordCalls = (request: Backend['request']): PasswordCalls => ({
  requestPasswordReset: async email => {
    await request('/requestPasswordReset', { method: 'POST', json: { email } })
  },
  changePassword: async (oldPassword, password) => {
    const { uid } = await request<{ uid: string }>('/users/me')
    await request(`/users/${encodeURIComponent(uid)}`, { method: 'PATCH', json: { password, oldPassword } })
  },
})
