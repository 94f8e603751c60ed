import { QueryClient } from '@tanstack/react-query'
import type { AuthProvider } from 'react-admin'
import { sessionCodes } from '~/src/api/answer'
import type { Me } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { failureOf } from '~/src/api/contract/records'
import { currentUser } from '~/src/api/current-user'
import { beginSignOut, leave } from '~/src/api/session'

const statusOf = (error: unknown) => {
  if (error instanceof BackendError) return error.status
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return typeof status === 'number' ? status : 0
}

/** Retries once if the server could not answer; never after a refusal, which would be repeated. */
const retry = (failures: number, error: unknown) => {
  const status = statusOf(error)
  return failures < 1 && (status === 0 || status >= 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, retryDelay: 500 },
    // Offline, a change fails immediately with a message: react-query would wait for the network silently, and send it
    // then.
    mutations: { networkMode: 'always' },
  },
})

/** Never resolves, for a page that is unloading: react-admin must not clean up, notify or redirect in between. */
const never = () => new Promise<never>(() => undefined)

const ended = () => {
  leave({ reason: 'ended', back: true })
  return never()
}

export const fullName = ({ firstname, lastname, email }: Me) => `${firstname} ${lastname}`.trim() || email

const isUnauthorized = (error: unknown) => {
  const { status, code = '' } = error instanceof BackendError ? error : failureOf(error)
  return status === 401 && sessionCodes.includes(code)
}

export const authProvider = {
  // The sign-in page runs outside react-admin and creates the session itself.
  login: () => Promise.resolve(),
  logout: async () => {
    beginSignOut()
    // Pending queries would be refused once the session is over.
    await queryClient.cancelQueries()
    await backend.signOut()
    leave()
    return never()
  },
  checkAuth: () => backend.checkAuth().catch(ended),
  checkError: (error: unknown) => (isUnauthorized(error) ? ended() : Promise.resolve()),
  getIdentity: async () => {
    const me = await currentUser()
    return { id: me.uid, fullName: fullName(me), company: me.company?.label ?? '', roleLabel: me.roleLabel }
  },
  // Never rejects: react-query would retry for seconds before showing anything.
  getPermissions: () => currentUser().catch(() => null),
} satisfies AuthProvider
