import type { Backend, Credentials, RequestOptions } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { send } from '~/src/api/http'
import { readMe } from '~/src/api/read-me'
import { clientId, leave, openSession, sessionToken } from '~/src/api/session'
import { isEmulated } from './emulated'
import { emulatorsOf, functionsBase, project } from './project'
import { reachOf } from './reach'

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

async function request<T = unknown>(path: string, options: RequestOptions = {}): Promise<T> {
  const session = sessionToken()
  const [base, token] = await Promise.all([apiUrl(), identity().then(firebase => firebase.token())])
  if (token === null) throw ended()
  const headers = { Authorization: `Bearer ${token}`, 'X-Client-Id': clientId() }
  try {
    return await send<T>(`${base}/${path.replace(/^\/+/, '')}`, options, headers)
  } catch (error) {
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

const me = async () => {
  const known = readMe(await profileOf())
  const { keptDefaults } = await import('./browser-views')
  return {
    ...known,
    profile: { ...known.profile, defaultViews: keptDefaults(known.uid) },
    reach: await reachOf(known.role, known.company, request),
  }
}

export const cloud: Backend = {
  name: 'cloud',
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
  request,
  requestPasswordReset: async email => {
    await (await identity()).requestPasswordReset(email)
    return 'sent'
  },
  onboarding: async () => (await import('./onboarding')).onboarding(call),
  sendInvitation: async invited => (await import('./onboarding')).sendInvitation(invited),
  changePassword: async (old, password) => (await identity()).changePassword(old, password),
  views: async owner => (await import('./browser-views')).browserViews(owner),
  uploader: async () => (await import('./storage-uploader')).storageUploader(),
  startPush: async (user, onMessage) => (await import('./push')).startPush(user, request, onMessage),
}
