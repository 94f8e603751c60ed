import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectId } from '~/scripts/cloud/emulators'
import { startFirestore } from '~/scripts/cloud/firestore'
import { emailOf } from '../support/browser/panel'
import { type EmulatorProxy, startEmulatorProxy } from '../support/network/emulator-proxy'
import { long } from '../support/process/long'
import { type Api, api, login } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'
import { freePort } from '../support/server/free-port'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { startEmulators } from './emulators'
import { identityToolkit } from './identity-toolkit'

let emulators: Awaited<ReturnType<typeof startEmulators>>
let firebase: ReturnType<typeof identityToolkit>
let firestore: ReturnType<typeof startFirestore>
let proxy: EmulatorProxy
let server: TestServer
let root: Api

const panel = 'http://localhost:1'

beforeAll(async () => {
  emulators = await startEmulators()
  firebase = identityToolkit(emulators.auth)
  const firestorePort = await freePort()
  firestore = startFirestore(firestorePort)
  proxy = await startEmulatorProxy(`127.0.0.1:${firestorePort}`)
  server = await startServer({
    demo: true,
    database: 'pglite',
    env: {
      ...{ NODE_ENV: 'test', FIREBASE_PROJECT_ID: projectId, FIREBASE_EMULATOR: '1', FIREBASE_ACCOUNTS: '1' },
      ...{ FIREBASE_AUTH_EMULATOR_HOST: emulators.auth, FIREBASE_PANEL_ORIGIN: panel },
      FIRESTORE_EMULATOR_HOST: proxy.host,
    },
  })
  root = await login(server.url, emailOf('root'), demoPassword)
}, 300_000)
afterAll(async () => {
  await server?.stop()
  proxy?.stop()
  firestore?.stop()
  await emulators?.stop()
})

type Account = {
  readonly localId: string
  readonly disabled?: boolean
  readonly emailVerified?: boolean
  readonly customAttributes?: string
  /** Seconds since 1970: refresh tokens of earlier sign-ins are revoked. */
  readonly validSince?: string
}

const accountOf = async (email: string): Promise<Account | undefined> => {
  const { users } = await firebase.asOwner('accounts:lookup', { email: [email] })
  return users?.[0]
}

const claimsOf = async (email: string) => JSON.parse((await accountOf(email))?.customAttributes ?? '{}')

const signInto = (email: string, password = demoPassword) => firebase.signIn(email, password)

const clientOf = async (email: string) => api(server.url, (await signInto(email)).idToken)

/** The profile in Firestore, in its own format. */
const profileOf = async (uid: string) => {
  const { found } = await (await fetch(`http://${proxy.host}/profiles/${uid}`)).json()
  return found?.fields
}

const until = (check: () => Promise<unknown>, timeout = 30_000) => expect.poll(check, { timeout })

/** First names in the profiles that the server has written since the last call, by uid. */
const writtenNames = () =>
  proxy.requests().flatMap(({ method, path, body }) => {
    const [, uid = ''] = /\/users\/([^?]+)/.exec(path) ?? []
    return method === 'PATCH' ? [[uid, JSON.parse(body).fields.firstname.stringValue]] : []
  })

const personOf = async (name: string) => {
  const email = emailOf(name)
  const [user] = await listAll<Found & { updatedAt: string }>(root, 'users', { email })
  if (!user) throw new Error(`There is no ${email}`)
  return { email, ...user }
}

/** An invitation as the panel sends it, and the sign-in by the link that Firebase sends. */
const invite = async (email: string, company: Found['company']) => {
  const inviter = await clientOf(emailOf('root'))
  const { status, body } = await inviter.post<{ uid: string }>('user-invite', {
    ...{ email, role: 'viewer', lang: 'en', company, onboardingKey: 'the-key', origin: 'invitation' },
  })
  expect(status).toBe(201)
  await until(() => accountOf(email)).toMatchObject({ localId: body.uid })
  return body.uid
}

const signInByLink = async (email: string) => {
  const sent = { requestType: 'EMAIL_SIGNIN', email, continueUrl: panel, canHandleCodeInApp: true }
  await firebase.asBrowser('accounts:sendOobCode', sent)
  const { oobCode } = await firebase.lastSent(email, 'EMAIL_SIGNIN')
  const { idToken } = await firebase.asBrowser('accounts:signInWithEmailLink', { email, oobCode })
  return api(server.url, String(idToken))
}

const answers = {
  status: 'active',
  onboardingKey: null,
  termsAgreement: 1,
  firstname: 'Iris',
  lastname: 'Neuf',
}

describe('accounts of Firebase that follow the users of the database', () => {
  it('gives each user an account, the claim of their role and a profile', async () => {
    const { uid, email, company } = await personOf('admin')
    await until(() => accountOf(email)).toMatchObject({ localId: uid, emailVerified: true })
    await until(() => claimsOf(email)).toEqual({ role: 'admin' })
    await until(() => profileOf(uid)).toMatchObject({
      role: { stringValue: 'admin' },
      company: { mapValue: { fields: { label: { stringValue: company?.label } } } },
      onboardingKey: { nullValue: null },
    })
    expect((await (await clientOf(email)).get('users/me')).status).toBe(200)
  })

  it('a change of role ends access at the next request, and revokes refresh tokens', async () => {
    const { uid, email } = await personOf('editor')
    const before = await signInto(email)
    const began = Date.now()
    const client = api(server.url, before.idToken)
    expect((await client.get('users/me')).status).toBe(200)
    // Firebase counts sign-ins by the second.
    await new Promise(resolve => setTimeout(resolve, 1100))
    expect((await root.patch(`users/${uid}`, { role: 'viewer' })).status).toBe(200)
    expect((await client.get('users/me')).status).toBe(401)
    await until(() => claimsOf(email)).toEqual({ role: 'viewer' })
    await until(() => profileOf(uid)).toMatchObject({ role: { stringValue: 'viewer' } })
    // The emulator notes the revocation, but refreshes all the same.
    await until(async () => Number((await accountOf(email))?.validSince) * 1000).toBeGreaterThanOrEqual(began)
    expect((await (await clientOf(email)).get<{ role: string }>('users/me')).body.role).toBe('viewer')
  })

  it('a disabled user is refused with a fresh token, and cannot sign in until they are active again', async () => {
    const { uid, email } = await personOf('viewer')
    const client = await clientOf(email)
    await root.patch(`users/${uid}`, { status: 'disabled' })
    expect((await client.get('users/me')).status).toBe(401)
    await until(async () => (await signInto(email)).error?.message).toBe('USER_DISABLED')
    await root.patch(`users/${uid}`, { status: 'active' })
    await until(async () => (await signInto(email)).idToken).toBeTruthy()
  })

  it('a password that staff sets is the one of the account, and is kept nowhere after that', async () => {
    const { uid, email } = await personOf('manager')
    await root.patch(`users/${uid}`, { password: 'another-password-1' })
    await until(async () => (await signInto(email, 'another-password-1')).idToken).toBeTruthy()
    expect((await signInto(email)).error?.message).toBe('INVALID_PASSWORD')
  })

  it('profiles follow the name of the company', long, async () => {
    const { uid, company } = await personOf('admin2')
    const companyUid = company?.ref.split('/')[1]
    expect((await root.patch(`companies/${companyUid}`, { name: 'Costa Azul Hoteles' })).status).toBe(200)
    await until(() => profileOf(uid)).toMatchObject({
      company: { mapValue: { fields: { label: { stringValue: 'Costa Azul Hoteles' } } } },
    })
  })

  it('delivers only the last state of a user to Firestore after an outage', long, async () => {
    const { uid } = await personOf('partner')
    proxy.leave()
    await root.patch(`users/${uid}`, { firstname: 'First' })
    await root.patch(`users/${uid}`, { firstname: 'Second' })
    await new Promise(resolve => setTimeout(resolve, 1000))
    await proxy.comeBack()
    await until(() => profileOf(uid)).toMatchObject({ firstname: { stringValue: 'Second' } })
  })

  it('a change during a slow delivery is delivered after it', long, async () => {
    const { uid } = await personOf('partner')
    const release = new Promise<void>(resolve => {
      proxy.hooks.before = async ({ method, path }) => {
        if (method !== 'PATCH' || !path.includes(uid)) return
        proxy.hooks.before = undefined
        await root.patch(`users/${uid}`, { firstname: 'Later' })
        await new Promise(done => setTimeout(done, 2000))
        resolve()
      }
    })
    writtenNames()
    await root.patch(`users/${uid}`, { firstname: 'Earlier' })
    await release
    await until(() => profileOf(uid)).toMatchObject({ firstname: { stringValue: 'Later' } })
    expect(writtenNames().filter(([user]) => user === uid)).toEqual([
      [uid, 'Earlier'],
      [uid, 'Later'],
    ])
  })

  it('delivers each change to Firestore once after an outage of a minute and a killed server', {
    ...long,
    timeout: 240_000,
  }, async () => {
    const people = await Promise.all(['partner', 'manager', 'admin2'].map(personOf))
    const change = async (firstname: string) => {
      for (const { uid } of people) expect((await root.patch(`users/${uid}`, { firstname })).status).toBe(200)
    }
    proxy.leave()
    await change('First')
    await new Promise(resolve => setTimeout(resolve, 30_000))
    await server.kill9()
    await server.restart()
    await change('Second')
    await new Promise(resolve => setTimeout(resolve, 30_000))
    await proxy.comeBack()
    writtenNames()
    // The pause before the next attempt grows to a minute.
    for (const { uid } of people)
      await until(() => profileOf(uid), 90_000).toMatchObject({ firstname: { stringValue: 'Second' } })
    expect(writtenNames().sort()).toEqual(people.map(({ uid }) => [uid, 'Second']).sort())
  })

  it('an account that others opened with the address of a new user gets nothing', async () => {
    const { company } = await personOf('admin')
    const email = 'mallory@cloud.example'
    const { localId, idToken } = await firebase.asBrowser('accounts:signUp', {
      email,
      password: 'hers-alone',
    })
    const { body } = await root.post<{ uid: string }>('users', {
      ...{ email, role: 'viewer', lang: 'en', company, firstname: 'Real', lastname: 'Owner' },
      password: 'of-the-owner-1',
    })
    await until(() => accountOf(email)).toMatchObject({ localId: body.uid })
    expect(localId).not.toBe(body.uid)
    expect((await api(server.url, String(idToken)).get('users/me')).status).toBe(401)
    expect((await signInto(email, 'hers-alone')).error?.message).toBe('INVALID_PASSWORD')
  })

  it('the profile has the token of the user’s browser, and nobody else’s list has', async () => {
    const { uid } = await personOf('admin2')
    const client = await clientOf(emailOf('admin2'))
    expect((await client.patch(`users/${uid}`, { messageToken: 'token-of-a-browser' })).status).toBe(200)
    await until(() => profileOf(uid)).toMatchObject({ messageToken: { stringValue: 'token-of-a-browser' } })
    expect((await root.get(`users/${uid}`)).body).not.toHaveProperty('messageToken')
  })

  it('a deleted user has neither account nor profile', async () => {
    const { company } = await personOf('admin')
    const email = 'leaving@cloud.example'
    const { body } = await root.post<{ uid: string }>('users', {
      ...{ email, role: 'viewer', lang: 'en', company, firstname: 'Lea', lastname: 'Ving' },
      password: 'of-the-owner-1',
    })
    await until(() => profileOf(body.uid)).toBeTruthy()
    expect((await root.del(`users/${body.uid}`)).status).toBe(200)
    await until(() => accountOf(email)).toBeUndefined()
    await until(() => profileOf(body.uid)).toBeUndefined()
  })
})

describe('an invitation whose link Firebase sends', () => {
  it('opens the account by the link and one call, after which the profile has no key', async () => {
    const { company } = await personOf('admin')
    const email = 'iris@accounts.example'
    const uid = await invite(email, company)
    await until(() => profileOf(uid)).toMatchObject({ onboardingKey: { stringValue: 'the-key' } })
    const invited = await signInByLink(email)
    expect((await invited.get('users/me')).status).toBe(401)
    const { status, body } = await invited.patch(`users/${uid}`, answers)
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'active', firstname: 'Iris' })])
    expect((await invited.get('users/me')).status).toBe(200)
    await until(() => profileOf(uid)).toMatchObject({
      status: { stringValue: 'active' },
      onboardingKey: { nullValue: null },
    })
  })

  it('lets an invited user neither change others nor skip the terms nor choose a role', async () => {
    const { company, uid: admin } = await personOf('admin')
    const email = 'eve@accounts.example'
    const uid = await invite(email, company)
    const invited = await signInByLink(email)
    expect((await invited.patch(`users/${admin}`, answers)).status).toBe(404)
    expect((await invited.patch(`users/${uid}`, { ...answers, termsAgreement: 0 })).status).toBe(409)
    const { body } = await invited.patch<{ role: string }>(`users/${uid}`, { ...answers, role: 'root' })
    expect(body.role).toBe('viewer')
  })

  it('an invitation is sent again by Firebase with another key, where no panel requests it', async () => {
    const { company } = await personOf('admin')
    const email = 'again@accounts.example'
    const uid = await invite(email, company)
    const inviter = await clientOf(emailOf('root'))
    const { status, body } = await inviter.patch(`users/${uid}/resend`)
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'pending' })])
    const sent = async () =>
      (await firebase.sentLinks()).filter(each => each.email === email).map(each => new URL(each.oobLink))
    await until(async () => (await sent()).length).toBe(1)
    const [link] = await sent()
    const key = (await profileOf(uid)).onboardingKey.stringValue
    expect(key).not.toBe('the-key')
    expect(link?.searchParams.get('continueUrl')).toBe(`${panel}/onboarding/${uid}-${key}`)
  })

  it('refuses the account of an invited address that has not been proved', async () => {
    const { company } = await personOf('admin')
    const email = 'unproved@accounts.example'
    const uid = await invite(email, company)
    await firebase.asOwner('accounts:update', { localId: uid, password: 'set-by-nobody' })
    const { idToken } = await signInto(email, 'set-by-nobody')
    expect((await api(server.url, idToken).patch(`users/${uid}`, answers)).status).toBe(401)
  })
})
