import { type Api, login } from '../support/api'
import { type Found, listAll } from '../support/demo-world'
import { emailOf } from '../support/panel'
import { demoPassword } from '../support/test-server'
import { projectId } from './emulators'

type Stage = Readonly<
  Record<'panel' | 'api' | 'bucket' | 'auth' | 'storage' | 'firestore' | 'functions', string>
>

/** Where everything is (stage.ts). */
export const stage: Stage = JSON.parse(process.env.CLOUD_STAGE ?? '{}')

const accountsUrl = `http://${stage.auth}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`

/** As the owner of the project. */
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

const unless = (expected: RegExp) => (error: unknown) => {
  if (!expected.test(String(error))) throw error
}

export type Account = {
  readonly uid: string
  readonly email: string
  readonly claims?: Readonly<Record<string, unknown>>
}

const addAccount = ({ uid, email }: Account) =>
  ask('POST', accountsUrl, { localId: uid, email, password: demoPassword, emailVerified: true })

/** Makes an account whose password is `demoPassword`, in place of the one that an earlier try of the test left. */
export const makeAccount = async (account: Account) => {
  const { uid, claims } = account
  await ask('POST', `${accountsUrl}:delete`, { localId: uid }).catch(unless(/USER_NOT_FOUND/))
  await addAccount(account)
  if (claims)
    await ask('POST', `${accountsUrl}:update`, { localId: uid, customAttributes: JSON.stringify(claims) })
}

export const uidOfAccount = async (email: string): Promise<string | undefined> => {
  const { users = [] } = await ask('POST', `${accountsUrl}:lookup`, { email: [email] })
  return users[0]?.localId
}

/** With protection, Firebase tells an unknown user and a wrong password apart no more. */
export const protectAddresses = (on: boolean) =>
  ask(
    'PATCH',
    `http://${stage.auth}/identitytoolkit.googleapis.com/v2/projects/${projectId}/config?updateMask=emailPrivacyConfig`,
    { emailPrivacyConfig: { enableImprovedEmailPrivacy: on } },
  )

/** The links that would have been sent. */
export const sentLinks = async (): Promise<{ email: string; requestType: string; oobLink: string }[]> =>
  (await ask('GET', `http://${stage.auth}/emulator/v1/projects/${projectId}/oobCodes`)).oobCodes

const profileUrl = (uid: string) => `http://${stage.firestore}/profiles/${uid}`

export const writeProfile = (uid: string, profile: object) => ask('PUT', profileUrl(uid), profile)
/** Whose profiles the panel has asked for since the last time. */
export const askedProfiles = (): Promise<string[]> => ask('GET', `http://${stage.firestore}/asked`)

/** What Storage holds: the files' descriptions. */
export const storedFiles = async (): Promise<Record<string, unknown>[]> => {
  const { items } = await ask('GET', `http://${stage.storage}/v0/b/${stage.bucket}/o`)
  return Promise.all(
    items.map(({ name }: { name: string }) =>
      ask('GET', `http://${stage.storage}/v0/b/${stage.bucket}/o/${encodeURIComponent(name)}`),
    ),
  )
}

/** A demo user of the server, and what the server says of them. */
export const demoUser = async (
  name: string,
): Promise<{ api: Api; user: Record<string, unknown> & Account }> => {
  const api = await login(stage.api, emailOf(name), demoPassword)
  const { body } = await api.get<Record<string, unknown> & Account>('users/me')
  return { api, user: body }
}

/** A viewer of the server whom no other test signs in, with an account and a profile in Firebase. */
export const separateViewer = async (firstname: string) => {
  const { api } = await demoUser('root')
  const viewers = await listAll<Account & Found>(api, 'users', { status: 'active', role: 'viewer' })
  const viewer = viewers.find(({ email }) => email !== emailOf('viewer'))
  if (!viewer) throw new Error('The demo has no other viewer')
  const { uid, email } = viewer
  await makeAccount({ uid, email })
  await writeProfile(uid, { uid, email, firstname, lang: 'en', role: 'viewer' })
  return { uid, email }
}

/** The same person in Firebase, with a profile such as the functions keep. */
export const moveToFirebase = async (name: string, more: object = {}) => {
  const { user } = await demoUser(name)
  const { uid, email, firstname, lastname, lang, role, company } = user
  // Of the tests that run at the same time, another may have been first.
  await addAccount({ uid, email }).catch(unless(/DUPLICATE_LOCAL_ID|EMAIL_EXISTS/))
  await writeProfile(uid, { uid, email, firstname, lastname, lang, role, company, ...more })
  return { uid, email }
}
