import { emailOf } from '../support/browser/panel'
import { type Api, login } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'
import { demoPassword } from '../support/server/test-server'
import { identityToolkit } from './identity-toolkit'

type Stage = Readonly<
  Record<'panel' | 'api' | 'bucket' | 'auth' | 'storage' | 'firestore' | 'functions', string>
>

/** Addresses of the servers that stage.ts starts. */
export const stage: Stage = JSON.parse(process.env.CLOUD_STAGE ?? '{}')

export const firebase = identityToolkit(stage.auth)

/** Calls an emulator as the owner of the project. */
const ask = async (method: string, url: string, body?: unknown) => {
  const response = await fetch(url, {
    method,
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const said = await response.json()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(said)}`)
  return said
}

type Refusable = { readonly error?: { readonly message: string } }

/** @throws Error for a refusal other than the expected */
const unless = async (expected: RegExp, answer: Promise<Refusable>) => {
  const { error } = await answer
  if (error && !expected.test(error.message)) throw new Error(error.message)
}

const never = /^$/

export type Account = {
  readonly uid: string
  readonly email: string
  readonly claims?: Readonly<Record<string, unknown>>
}

const addAccount = ({ uid, email }: Account) =>
  firebase.asOwner('accounts', { localId: uid, email, password: demoPassword, emailVerified: true })

/** Creates an account with the password `demoPassword`, replacing one that an earlier attempt left. */
export const makeAccount = async (account: Account) => {
  const { uid, claims } = account
  await unless(/USER_NOT_FOUND/, firebase.asOwner('accounts:delete', { localId: uid }))
  await unless(never, addAccount(account))
  const customAttributes = JSON.stringify(claims)
  if (claims) await unless(never, firebase.asOwner('accounts:update', { localId: uid, customAttributes }))
}

export const uidOfAccount = async (email: string): Promise<string | undefined> => {
  const { users = [] } = await firebase.asOwner('accounts:lookup', { email: [email] })
  return users[0]?.localId
}

/** With protection, Firebase no longer distinguishes an unknown user from a wrong password. */
export const protectAddresses = (on: boolean) =>
  firebase.configure('emailPrivacyConfig', { emailPrivacyConfig: { enableImprovedEmailPrivacy: on } })

const profileUrl = (uid: string) => `http://${stage.firestore}/profiles/${uid}`

export const writeProfile = (uid: string, profile: object) => ask('PUT', profileUrl(uid), profile)
/** Uids of the profiles that the panel has requested since the last call. */
export const askedProfiles = (): Promise<string[]> => ask('GET', `http://${stage.firestore}/asked`)

/** Metadata of the files in Storage that no record has: those of records are in a folder. */
export const storedFiles = async (): Promise<Record<string, unknown>[]> => {
  const { items } = await ask('GET', `http://${stage.storage}/v0/b/${stage.bucket}/o?delimiter=/`)
  return Promise.all(
    items.map(({ name }: { name: string }) =>
      ask('GET', `http://${stage.storage}/v0/b/${stage.bucket}/o/${encodeURIComponent(name)}`),
    ),
  )
}

/** A demo user as returned by the server, with a session. */
export const demoUser = async (
  name: string,
): Promise<{ api: Api; user: Record<string, unknown> & Account }> => {
  const api = await login(stage.api, emailOf(name), demoPassword)
  const { body } = await api.get<Record<string, unknown> & Account>('users/me')
  return { api, user: body }
}

/** Another viewer than the demo's, used by one test only, with an account and a profile in Firebase. */
export const separateViewer = async (firstname: string) => {
  const { api } = await demoUser('root')
  const viewers = await listAll<Account & Found>(api, 'users', { status: 'active', role: 'viewer' })
  const viewer = viewers.find(({ email }) => email !== emailOf('viewer'))
  if (!viewer) throw new Error('The demo has no other viewer')
  const { uid, email } = viewer
  await api.patch(`users/${uid}`, { firstname, lang: 'en' })
  await makeAccount({ uid, email })
  await writeProfile(uid, { uid, email, firstname, lang: 'en', role: 'viewer' })
  return { uid, email }
}

/** Creates the same user in Firebase, with a profile as the functions store it. */
export const moveToFirebase = async (name: string, more: { lang?: string; messageToken?: string } = {}) => {
  const { user } = await demoUser(name)
  if (more.lang) await (await demoUser('root')).api.patch(`users/${user.uid}`, { lang: more.lang })
  const { uid, email, firstname, lastname, lang, role, company } = user
  // A concurrent test may have created the account first.
  await unless(/DUPLICATE_LOCAL_ID|EMAIL_EXISTS/, addAccount({ uid, email }))
  await writeProfile(uid, { uid, email, firstname, lastname, lang, role, company, ...more })
  return { uid, email }
}
