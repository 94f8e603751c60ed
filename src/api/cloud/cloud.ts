import type { Backend, Credentials, RequestOptions } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { localStore } from '~/src/api/browser-storage'
import { underCreationKey } from '~/src/api/creation-keys'
import { send } from '~/src/api/http'
import { readMe } from '~/src/api/read-me'
import { clientId, leave, openSession, sessionToken } from '~/src/api/session'
import { newTraceparent } from '~/src/api/traceparent'
import { viewToken } from '~/src/api/viewed-tab'
import { learnCapabilities, offers } from './capabilities'
import { isEmulated } from './emulated'
import { emulatorsOf, functionsBase, project } from './project'
import { PROOF } from './proof'

// Firebase is loaded on demand; the page itself does not need it.
const identity = async () => (await import('./identity')).identity()
const remoteConfig = async () => (await import('./remote-config')).remoteConfig()

const apiUrl = async () => {
  const described = await project()
  return functionsBase(
    described.projectId,
    isEmulated(described) ? emulatorsOf(described).functions : undefined,
  )
}

/** An unauthenticated call. */
const call = async <T>(path: string, options?: RequestOptions) =>
  send<T>(`${await apiUrl()}/${path}`, options)

const ended = () => {
  leave({ reason: 'ended', back: true })
  return new BackendError(401, 'session_expired', 'Nobody is signed in')
}

/** A fresh ID token of Firebase, with the proof of the second factor in this session, if there is one. */
const idToken = async () => {
  const fresh = await (await identity()).token()
  const proof = localStore.get(PROOF)
  return fresh && proof ? `${fresh}~${proof}` : fresh
}

/** The token of the session, or that of the view as another user that this tab shows. */
const token = async () => viewToken() ?? idToken()

const headersFor = (authorization: string) => ({
  Authorization: `Bearer ${authorization}`,
  'X-Client-Id': clientId(),
  // Functions of another provider need not allow further headers from another origin.
  ...(offers('creationKeys') ? { traceparent: newTraceparent() } : {}),
})

/** An authenticated call that leaves the page to its caller. */
const authorized = async <T>(path: string, options: RequestOptions, tokenOf = token): Promise<T> => {
  const [base, authorization] = await Promise.all([apiUrl(), tokenOf()])
  if (authorization === null) throw new BackendError(401, 'session_expired', 'Nobody is signed in')
  const sendWith = (more: Record<string, string>) =>
    send<T>(`${base}/${path.replace(/^\/+/, '')}`, options, { ...headersFor(authorization), ...more })
  const isKeyed = new Headers(options.headers).has('Idempotency-Key')
  return offers('creationKeys') && !isKeyed ? underCreationKey(path, options, sendWith) : sendWith({})
}

/** Milliseconds that the answer which turns a second factor on may take, and between two looks for its proof. */
const [PROOF_WAIT, PROOF_LOOK] = [3000, 100]

/** Whether the second factor was turned on while a request was under way: its proof comes with the answer to that. */
const provenSince = async (before: string | null, error: unknown) => {
  if (before !== null || !(error instanceof BackendError) || error.code !== 'second_factor') return false
  for (let waited = 0; waited < PROOF_WAIT; waited += PROOF_LOOK) {
    if (localStore.get(PROOF) !== null) return true
    await new Promise(resolve => setTimeout(resolve, PROOF_LOOK))
  }
  return false
}

async function request<T = unknown>(path: string, options: RequestOptions = {}): Promise<T> {
  const session = sessionToken()
  const proof = localStore.get(PROOF)
  try {
    return await authorized<T>(path, options)
  } catch (error) {
    if (await provenSince(proof, error)) return request<T>(path, options)
    // Only if the rejected session is still the current one: another tab may have renewed it.
    if (error instanceof BackendError && error.status === 401 && session === sessionToken()) throw ended()
    throw error
  }
}

// Firebase stores the tokens; the panel stores only the user of the session, which pages can read synchronously.
const signIn = async (credentials: Credentials) => openSession(await (await identity()).login(credentials))

const signInWithThirdParty = async (onSettingUp: () => void) => {
  const [{ signInByPopup }, { thirdPartyProvider }] = await Promise.all([
    import('./third-party'),
    remoteConfig(),
  ])
  openSession(await signInByPopup(thirdPartyProvider, onSettingUp))
}

const signOut = async () => {
  const stopping = import('./push').then(push => push.stopPush())
  await stopping.catch(() => undefined)
  try {
    // Ends the views as another user that this session opened: only Firebase knows of the sign-out itself.
    if (offers('viewAs'))
      await authorized('logout', { method: 'POST', json: {}, keepalive: true }, idToken).catch(
        () => undefined,
      )
    await (await identity()).logout()
  } catch {
    // Offline: the browser drops the session anyway.
  }
}

/** The profile. @throws BackendError `session_expired` if no user is signed in */
const profileOf = async () => {
  const firebase = await identity()
  return firebase.getIdentity().catch((error: unknown) => {
    if (error === undefined) throw ended()
    throw error
  })
}

/** Without a second factor's code, the session has not begun yet. */
const isEnded = (error: unknown) =>
  error instanceof BackendError && error.status === 401 && error.code !== 'second_factor'

/** What our server knows of the user; undefined for functions of another provider. */
const ownAccount = async () => {
  await learnCapabilities(() => call('config'))
  return offers('ownAccount') ? authorized('users/me', {}) : undefined
}

/** The user whose panel another user views: their profile in Firestore is not readable for the viewer. */
const viewed = async () => {
  const [answer] = await Promise.all([request('users/me'), learnCapabilities(() => call('config'))])
  return readMe(answer)
}

const me = async () => {
  if (viewToken()) return viewed()
  // Meanwhile Firebase is loaded, and reads the profile: the functions are not waited for first.
  const asking = Promise.all([import('./own-account'), ownAccount()])
  asking.catch(() => undefined)
  const known = readMe(await profileOf())
  const [{ withAccount }, account] = await asking.catch((error: unknown) => {
    throw isEnded(error) ? ended() : error
  })
  return withAccount(known, account, request)
}

export const cloud: Backend = {
  name: 'cloud',
  offers,
  apiUrl,
  config: async () => ({ thirdPartySignIn: (await remoteConfig()).thirdPartySignIn }),
  signIn,
  signInWithThirdParty,
  signOut,
  checkAuth: async () => {
    if (sessionToken() === null) throw ended()
    await (await identity()).checkAuth()
  },
  me,
  token,
  request,
  publicRequest: call,
  requestPasswordReset: async email => {
    await (await identity()).requestPasswordReset(email)
    return 'sent'
  },
  secondFactor: async () => (await import('./second-factor')).secondFactor(authorized),
  onboarding: async () => (await import('./onboarding')).onboarding(call),
  sendInvitation: async invited => (await import('./onboarding')).sendInvitation(invited),
  changePassword: async (old, password) => (await identity()).changePassword(old, password),
  views: async owner => (await import('./browser-views')).browserViews(owner),
  uploader: async () => (await import('./storage-uploader')).storageUploader(),
  startPush: async (user, onMessage) => {
    const { startPush } = await import('./push')
    // The live stream shows the same messages while the panel is open.
    return startPush(user, request, offers('live') ? () => undefined : onMessage)
  },
}
