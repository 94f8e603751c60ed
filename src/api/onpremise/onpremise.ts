import { textIn } from '~/model/objects'
import { intercepted, isSessionOver } from '~/src/api/answer'
import type { Backend, Credentials, PublicConfig, RequestOptions } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { localStore } from '~/src/api/browser-storage'
import { underCreationKey } from '~/src/api/creation-keys'
import { send } from '~/src/api/http'
import { passwordCalls } from '~/src/api/password-calls'
import { readMe } from '~/src/api/read-me'
import { clientId, DEVICE, leave, openSession, ownToken, sessionToken } from '~/src/api/session'
import { newTraceparent } from '~/src/api/traceparent'
import { viewToken } from '~/src/api/viewed-tab'
import { apiAddress } from './address'

const base = apiAddress(__BACKEND_HOST__, __BACKEND_PORT__, location.protocol)

const at = (path: string) => `${base}/${path.replace(/^\/+/, '')}`

const headers = (token: string | null): Record<string, string> => ({
  'X-Client-Id': clientId(),
  traceparent: newTraceparent(),
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
})

const tokenIn = (answer: unknown) => {
  const token = textIn(answer, 'sessionToken')
  if (token === undefined) throw intercepted('The server answered without a session')
  return token
}

/** The user in the response of `login`, so that opening the panel needs no further request. */
let introduced: unknown

const enter = (answer: unknown) => {
  openSession(tokenIn(answer))
  introduced = answer
}

const onboarding = async () => {
  const { onboardingCalls } = await import('~/src/api/onboarding-calls')
  return onboardingCalls((path, options) => send(at(path), options, headers(null)), enter)
}

const signIn = async ({ email, password, code }: Credentials) => {
  const answer = await send(
    at('login'),
    { method: 'POST', json: { username: email, password, code } },
    headers(null),
  )
  enter(answer)
}

const signInWithThirdParty = async (onSettingUp: () => void) => {
  const popup = open('', 'vecto-sign-in', 'popup,width=480,height=680')
  const { signInByWindow } = await import('./third-party')
  const call = <T>(path: string, json: object) => send<T>(at(path), { method: 'POST', json }, headers(null))
  await signInByWindow(popup, call, enter, onSettingUp)
}

const signInWithPasskey = async () => {
  const { signWithPasskey } = await import('~/src/api/passkey-device')
  const call = <T>(path: string, json: object) => send<T>(at(path), { method: 'POST', json }, headers(null))
  const signed = await signWithPasskey(await call('passkeys/start', {}))
  enter(await call('passkeys/session', signed))
}

/** Stops notifications for the user who signs out here; if there were none, no code is loaded for it. */
const forgetDevice = async () => {
  if (localStore.get(DEVICE) !== null) await (await import('./push')).stopPush()
}

const signOut = async () => {
  const token = ownToken()
  if (!token) return
  await forgetDevice()
  try {
    // keepalive: the page may be gone before the server answers.
    await send(at('logout'), { method: 'POST', json: {}, keepalive: true }, headers(token))
  } catch {
    // Offline or already expired: the browser drops the session anyway.
  }
}

async function request<T = unknown>(path: string, options: RequestOptions = {}): Promise<T> {
  const token = sessionToken()
  try {
    return await underCreationKey(path, options, more =>
      send<T>(at(path), options, { ...headers(token), ...more }),
    )
  } catch (error) {
    // Only if the rejected session is still the current one: another tab may have renewed it.
    if (isSessionOver(error) && token === sessionToken()) leave({ reason: 'ended', back: true })
    throw error
  }
}

const me = async () => {
  const answer = introduced ?? (await request('users/me'))
  introduced = undefined
  return readMe(answer)
}

const config = async (): Promise<PublicConfig> => {
  const { thirdPartySignIn, passkeyHost, pushKey, setup } = await send<Partial<PublicConfig>>(
    at('config'),
    {},
    headers(null),
  )
  return {
    thirdPartySignIn: thirdPartySignIn === true,
    ...(passkeyHost ? { passkeyHost } : {}),
    ...(pushKey ? { pushKey } : {}),
    ...(setup === true ? { setup } : {}),
  }
}

const deviceNotifications = async () => {
  const { pushKey } = viewToken() ? {} : await config()
  return pushKey ? (await import('./push')).deviceNotifications(pushKey, request) : undefined
}

/**
 * Loads no code if the server sends no notifications to devices. If the configuration cannot be read, the failure is
 * reported.
 */
const startPush: Backend['startPush'] = async user => {
  if (viewToken()) return
  const isOffered = await config().then(
    ({ pushKey }) => pushKey !== undefined,
    () => true,
  )
  if (isOffered) await (await import('./push')).keepPush(user, deviceNotifications)
}

export const onPremise: Backend = {
  name: 'onpremise',
  offers: () => true,
  apiUrl: async () => base,
  config,
  signIn,
  signInWithThirdParty,
  signInWithPasskey,
  signOut,
  checkAuth: async () => {
    if (sessionToken() === null) throw new BackendError(401, 'session_expired', 'Nobody is signed in')
  },
  me,
  token: async () => sessionToken(),
  request,
  publicRequest: (path, options) => send(at(path), options),
  onboarding,
  setUp: async answers => enter(await send(at('setup'), { method: 'POST', json: answers }, headers(null))),
  ...passwordCalls(request),
  deviceNotifications,
  startPush,
}
