import { messageOf } from '~/model/errors'
import { BackendError } from '~/src/api/backend-error'

type Refusal = readonly [status: number, code: string, message: string]

const neutral: Refusal = [404, 'sign_in_failed', 'Wrong e-mail or password']
const unknown: Refusal = [404, 'user_not_found', 'User not found']
const unreachable: Refusal = [0, 'unreachable', 'The identity service cannot be reached']

/** Firebase's codes; with enumeration protection, an unknown user and a wrong password share one code. */
const refusals: Readonly<Record<string, Refusal>> = {
  'auth/user-not-found': unknown,
  'auth/user-disabled': unknown,
  'auth/wrong-password': [404, 'wrong_password', 'Wrong password'],
  'auth/invalid-credential': neutral,
  'auth/invalid-login-credentials': neutral,
  'auth/invalid-email': neutral,
  'auth/account-exists-with-different-credential': [409, 'other_sign_in', 'Another way to sign in is in use'],
  'auth/popup-blocked': [0, 'popup_blocked', 'The browser has blocked the window'],
  'auth/popup-closed-by-user': [0, 'popup_closed', 'The window was closed'],
  'auth/cancelled-popup-request': [0, 'popup_closed', 'The window was closed'],
  'auth/too-many-requests': [429, 'too_many_requests', 'Too many attempts'],
  'auth/network-request-failed': unreachable,
  'auth/timeout': unreachable,
  unavailable: unreachable,
}

/** Firebase's error code, such as `auth/wrong-password`. */
export const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

/** Converts an error of Firebase to the panel's error. */
export const toBackendError = (error: unknown): BackendError => {
  if (error instanceof BackendError) return error
  const code = codeOf(error)
  const known = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  const [status, name, message] = known ?? [500, code || 'server_error', messageOf(error)]
  return new BackendError(status, name, message)
}

/** Runs a Firebase call. @throws BackendError */
export const failingAsBackend = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    throw toBackendError(error)
  }
}
