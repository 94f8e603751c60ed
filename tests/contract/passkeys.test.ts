import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { passkeyDevice } from '../support/browser/virtual-authenticator'
import { long } from '../support/process/long'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { watch } from '../support/server/live-stream-client'
import { buySeats, newPerson, newPassword as password } from '../support/server/new-person'
import { lastLink, mailsTo } from '../support/server/sent-links'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type Refused = { code?: string; fields?: object }
type Listed = { uid: string; synced: boolean; usedAt: string | null; agent: object }
type Options = { challenge: string; user: { id: string }; excludeCredentials: { id: string }[] }
type Started = Refused & { sessionToken?: string; objectId?: string }

const panel = 'https://panel.example'
let server: TestServer
let world: DemoWorld
let root: Api
let attempts = 0
beforeAll(async () => {
  // Each attempt uses another address, so that the rate limit by address does not apply.
  server = await startServer({ demo: true, env: { TRUST_PROXY: '1', PUBLIC_URL: panel } })
  world = await demoWorld(server)
  root = world.of('root').api
  await buySeats(world)
})
afterAll(() => server.stop())

const person = (role?: string) => newPerson(server, world, role, role === 'partner' ? 'partner' : 'admin')
type Person = Awaited<ReturnType<typeof person>>

const begin = async ({ session }: Pick<Person, 'session'>) =>
  (await session.post<Options>('me/passkeys/start', { password })).body

/** A new user with a passkey. */
const owner = async (options: Parameters<typeof passkeyDevice>[1] = {}, role?: string) => {
  const who = await person(role)
  const device = passkeyDevice(panel, options)
  const added = await who.session.post('me/passkeys', device.create(await begin(who)))
  expect(added.status).toBe(200)
  return { ...who, device }
}
const listOf = async (session: Api) =>
  (await session.get<{ results: Listed[]; possible: boolean }>('me/passkeys')).body

const from = () => ({ 'X-Forwarded-For': `10.1.${++attempts >> 8}.${attempts & 255}` })
const challenge = async (headers = from()) =>
  api(server.url).call<Options & Refused>('POST', 'passkeys/start', { headers })
const enter = (body: unknown, headers = from()) =>
  api(server.url).call<Started>('POST', 'passkeys/session', { body, headers })
const signIn = async ({ device }: { device: ReturnType<typeof passkeyDevice> }) =>
  enter(device.get((await challenge()).body))

describe('adding a passkey', () => {
  it('adds a passkey with the password and the device’s response for this panel', async () => {
    const who = await person()
    expect(await listOf(who.session)).toEqual({ results: [], possible: true })
    const refused = await who.session.post<Refused>('me/passkeys/start', { password: 'not-it' })
    expect([refused.status, refused.body.fields]).toEqual([422, { password: 'wrong_old_password' }])
    const options = await begin(who)
    expect(options).toMatchObject({
      rp: { id: 'panel.example' },
      user: { name: who.email, displayName: 'Kay New' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const device = passkeyDevice(panel)
    expect((await who.session.post('me/passkeys', device.create(options))).status).toBe(200)
    const { results } = await listOf(who.session)
    expect(results).toMatchObject([{ synced: true, usedAt: null }])
    expect((await root.get(`users/${who.uid}`)).body).toMatchObject({ passkeys: true })
    // The device is excluded from the next registration.
    expect((await begin(who)).excludeCredentials).toEqual([
      { id: device.get(options).id, type: 'public-key', transports: ['internal'] },
    ])
  })

  it('notifies the owner’s other sessions of a new passkey, but not the session that added it', async () => {
    const who = await person()
    const device = passkeyDevice(panel)
    const other = await login(server.url, who.email, password)
    const [own, elsewhere] = await Promise.all([watch(server.url, who.session), watch(server.url, other)])
    const bodies = await begin(who)
    await who.session.post('me/passkeys', device.create(bodies))
    const titles = ({ heard }: typeof own) =>
      heard.filter(({ event }) => event === 'notification').map(({ data }) => data.title)
    await vi.waitFor(() => expect(titles(elsewhere)).not.toEqual([]), 10_000)
    expect([titles(elsewhere), titles(own)]).toEqual([['Passkey added'], []])
    own.leave()
    elsewhere.leave()
  })

  it('notifies the owner of a new passkey and records a security event', async () => {
    const { uid, session } = await owner()
    const { body } = await session.get<{ results: { title: string }[] }>('notifications')
    expect(body.results.map(({ title }) => title)).toEqual(['Passkey added'])
    const q = encodeURIComponent(JSON.stringify({ user: `users/${uid}` }))
    expect(JSON.stringify((await root.get(`security_events?q=${q}`)).body)).toContain('passkeyAdded')
    const mails = await root.get<{ results: { subject: string; to: string }[] }>('mails?batch=5')
    expect(JSON.stringify(mails.body)).toContain('Kay')
  })

  it.each([
    ['another page', { origin: 'https://panel.example.evil' }],
    ['another host', { host: 'evil.example' }],
    ['a device without user verification', { verified: false }],
  ])('refuses a new passkey from %s', async (_from, faults) => {
    const who = await person()
    const made = passkeyDevice(panel).create(await begin(who), faults)
    const { status, body } = await who.session.post<Refused>('me/passkeys', made)
    expect([status, body.code]).toEqual([403, 'passkey_refused'])
    expect((await listOf(who.session)).results).toEqual([])
  })

  it('refuses a new passkey whose challenge is another user’s, used, or meant for signing in', async () => {
    const [one, other] = [await person(), await person()]
    const options = await begin(one)
    const device = passkeyDevice(panel)
    expect((await other.session.post('me/passkeys', device.create(options))).status).toBe(403)
    expect((await one.session.post('me/passkeys', device.create(options))).status).toBe(200)
    expect((await one.session.post('me/passkeys', passkeyDevice(panel).create(options))).status).toBe(403)
    const foreign = { ...(await challenge()).body, user: options.user }
    expect((await one.session.post('me/passkeys', passkeyDevice(panel).create(foreign))).status).toBe(403)
  })

  it('refuses a passkey credential that another user has registered', async () => {
    const { device } = await owner()
    const other = await person()
    const again = await other.session.post<Refused>('me/passkeys', device.create(await begin(other)))
    expect([again.status, again.body.code]).toEqual([403, 'passkey_refused'])
  })

  it('refuses a 21st passkey', long, async () => {
    const who = await person()
    for (let count = 0; count < 20; count += 1)
      await who.session.post('me/passkeys', passkeyDevice(panel).create(await begin(who)))
    const { status, body } = await who.session.post<Refused>('me/passkeys/start', { password })
    expect([status, body.code]).toEqual([422, 'too_many_passkeys'])
  })

  it('passkeys cannot be added with an API token, by another user, or without a session', async () => {
    const who = await person()
    const token = { name: 'Program', access: 'content', lifetime: '7' }
    const { body } = await world.of('admin').api.post<{ secret: string }>('tokens', token)
    const program = api(server.url, body.secret)
    expect((await program.get('users/me')).status).toBe(200)
    expect((await program.post('me/passkeys/start', { password })).status).toBe(403)
    expect((await root.patch(`users/${who.uid}`, { passkeys: true })).status).toBe(403)
    expect((await api(server.url).get('me/passkeys')).status).toBe(401)
  })

  it('refuses invalid passkey data with 400, 422 or passkey_refused', async () => {
    const { session } = await person()
    for (const body of [{}, { id: 'ü', rawId: 'a', type: 'public-key', response: {} }, { id: 7 }])
      expect([400, 422]).toContain((await session.post('me/passkeys', body)).status)
    const text = Buffer.from('{').toString('base64url')
    const response = { clientDataJSON: text, attestationObject: text }
    const odd = { id: 'a', rawId: 'a', type: 'public-key', response }
    expect((await session.post<Refused>('me/passkeys', odd)).body.code).toBe('passkey_refused')
  })
})

describe('signing in with a passkey', () => {
  it('signs in with a passkey, without e-mail, password or code', async () => {
    const who = await owner()
    const started = await signIn(who)
    expect([started.status, started.body.objectId]).toEqual([200, who.uid])
    const mine = api(server.url, started.body.sessionToken)
    expect((await mine.get('users/me')).body).toMatchObject({ email: who.email })
    expect((await listOf(mine)).results[0]?.usedAt).toMatch(/^20/)
  })

  it.each([
    ['another page', { origin: 'https://panel.example.evil' }],
    ['another host', { host: 'evil.example' }],
    ['a device without user verification', { verified: false }],
  ])('refuses a passkey sign-in from %s and records it', async (_from, faults) => {
    const { device, uid } = await owner()
    const { status, body } = await enter(device.get((await challenge()).body, faults))
    expect([status, body.code]).toEqual([403, 'passkey_refused'])
    const q = encodeURIComponent(JSON.stringify({ user: `users/${uid}`, event: 'signInFailed' }))
    const told = async () => JSON.stringify((await root.get(`security_events?q=${q}`)).body)
    await expect.poll(told).toContain('passkey_refused')
  })

  it('accepts a passkey challenge once, also under concurrency', async () => {
    const { device } = await owner()
    const signed = device.get((await challenge()).body)
    const answers = await Promise.all([1, 2, 3].map(() => enter(signed)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    const invented = Buffer.from('a challenge of my own').toString('base64url')
    expect((await enter(device.get({ challenge: invented }))).status).toBe(403)
  })

  it('refuses a passkey sign-in without a server challenge, and records no security event', async () => {
    const { device, uid } = await owner()
    const invented = Buffer.from('a challenge of my own').toString('base64url')
    for (let tries = 0; tries < 3; tries += 1)
      expect((await enter(device.get({ challenge: invented }))).body.code).toBe('passkey_refused')
    await signIn({ device })
    const q = encodeURIComponent(JSON.stringify({ user: `users/${uid}`, event: 'signInFailed' }))
    expect((await root.get<{ results: object[] }>(`security_events?q=${q}`)).body.results).toEqual([])
  })

  it('refuses a passkey signature by another key, and one with another user handle', async () => {
    const [one, other] = [await owner(), await owner()]
    const options = (await challenge()).body
    const { id, rawId } = one.device.get(options)
    expect((await enter({ ...other.device.get(options), id, rawId })).status).toBe(403)
    one.device.claim(other.uid)
    expect((await signIn(one)).body.code).toBe('passkey_unknown')
  })

  it('refuses a cloned passkey whose signature counter decreases', async () => {
    const who = await owner({ counts: true })
    for (const status of [200, 200]) expect((await signIn(who)).status).toBe(status)
    who.device.forgetUses(2)
    expect((await signIn(who)).body.code).toBe('passkey_refused')
  })

  it('refuses a passkey of an unknown, disabled or deleted user', async () => {
    const stranger = passkeyDevice(panel)
    stranger.claim('somebody')
    expect((await signIn({ device: stranger })).body.code).toBe('passkey_unknown')
    const who = await owner()
    await root.patch(`users/${who.uid}`, { status: 'disabled' })
    expect((await signIn(who)).body.code).toBe('passkey_unknown')
    await root.patch(`users/${who.uid}`, { status: 'active' })
    expect((await signIn(who)).status).toBe(200)
    await root.del(`users/${who.uid}`)
    expect((await signIn(who)).body.code).toBe('passkey_unknown')
  })

  it('passkey sign-in works while the password is rate limited', async () => {
    const who = await owner()
    const guess = () =>
      api(server.url).call('POST', 'login', {
        body: { username: who.email, password: 'no' },
        headers: from(),
      })
    for (let tries = 0; tries < 11; tries += 1) await guess()
    expect((await guess()).status).toBe(429)
    expect((await signIn(who)).status).toBe(200)
  })

  it('limits passkey challenges by address, and releases those that succeed', async () => {
    const who = await owner()
    const [one, other] = [from(), from()]
    for (let tries = 0; tries < 35; tries += 1) {
      const options = (await challenge(other)).body
      expect((await enter(who.device.get(options), other)).status).toBe(200)
    }
    for (let tries = 0; tries < 30; tries += 1) expect((await challenge(one)).status).toBe(200)
    const { status, headers } = await challenge(one)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
  })
})

describe('removing a passkey', () => {
  it('removes a passkey with the password and ends the other sessions', async () => {
    const who = await owner()
    const elsewhere = api(server.url, (await signIn(who)).body.sessionToken)
    const [listed] = (await listOf(who.session)).results
    const path = `me/passkeys/${listed?.uid}`
    expect((await who.session.del(path, { password: 'no' })).status).toBe(422)
    expect((await who.session.del(path, { password })).status).toBe(200)
    expect((await elsewhere.get('users/me')).status).toBe(401)
    expect((await signIn(who)).body.code).toBe('passkey_unknown')
    expect((await root.get(`users/${who.uid}`)).body).toMatchObject({ passkeys: false })
    expect((await who.session.del(path, { password })).status).toBe(404)
  })

  it('returns 404 for the removal of another user’s passkey', async () => {
    const [one, other] = [await owner(), await owner()]
    const [listed] = (await listOf(one.session)).results
    expect((await other.session.del(`me/passkeys/${listed?.uid}`, { password })).status).toBe(404)
    expect((await signIn(one)).status).toBe(200)
  })

  it('staff who may change a user remove their passkeys, which ends their sessions', async () => {
    const who = await owner()
    const admin = world.of('admin').api
    expect((await admin.patch(`users/${who.uid}/dropPasskeys`)).body).toMatchObject({ passkeys: false })
    expect((await who.session.get('users/me')).status).toBe(401)
    expect((await signIn(who)).body.code).toBe('passkey_unknown')
    const boss = await owner({}, 'partner')
    const { session: below } = await newPerson(server, world, 'admin', 'partner')
    expect((await below.patch(`users/${boss.uid}/dropPasskeys`)).status).toBe(403)
    const clerk = await owner()
    const stranger = (await world.personNamed('admin2')).api
    expect((await stranger.patch(`users/${clerk.uid}/dropPasskeys`)).status).toBe(404)
  })
})

describe('passkeys and password resets', () => {
  const resetOf = async ({ email }: Person) => {
    await api(server.url).call('POST', 'requestPasswordReset', { body: { email }, headers: from() })
    return `onboarding/reset/${(await lastLink(root, email)).hash}`
  }

  it('the reset link shows the number of passkeys, and a reset keeps them by default', async () => {
    const who = await owner()
    const link = await resetOf(who)
    expect((await api(server.url).get(link)).body).toMatchObject({ type: 'reset', passkeys: 1 })
    expect((await api(server.url).post(link, { password: 'another-password' })).status).toBe(200)
    expect((await signIn(who)).status).toBe(200)
  })

  it('a password reset removes the passkeys on request and notifies the user', async () => {
    const who = await owner()
    const link = await resetOf(who)
    const answers = { password: 'another-password', removePasskeys: true }
    expect((await api(server.url).post(link, answers)).status).toBe(200)
    expect((await signIn(who)).body.code).toBe('passkey_unknown')
    expect((await root.get(`users/${who.uid}`)).body).toMatchObject({ passkeys: false })
    const q = encodeURIComponent(JSON.stringify({ user: `users/${who.uid}`, event: 'passkeyRemoved' }))
    expect((await root.get<{ meta: { count: number } }>(`security_events?q=${q}`)).body.meta.count).toBe(1)
    expect((await mailsTo(root, who.email)).filter(({ action }) => action === 'securityAlert')).toHaveLength(
      3,
    )
    expect((await api(server.url).get(await resetOf(who))).body).not.toHaveProperty('passkeys')
  })
})

describe('passkeys without PUBLIC_URL', () => {
  let plain: TestServer
  beforeAll(async () => {
    plain = await startServer({ demo: true })
  })
  afterAll(() => plain.stop())

  it('the relying party is the request’s host, and a bare IP address has no passkeys', async () => {
    const local = plain.url.replace('127.0.0.1', 'localhost')
    const config = async (url: string) =>
      (await api(url).get<{ passkeyHost?: string }>('config')).body.passkeyHost
    expect([await config(local), await config(plain.url)]).toEqual(['localhost', undefined])
    expect((await api(plain.url).post('passkeys/start')).status).toBe(404)
    const session = await login(local, 'viewer@demo.example', demoPassword)
    const options = await session.post<Options>('me/passkeys/start', { password: demoPassword })
    const device = passkeyDevice(local)
    expect((await session.post('me/passkeys', device.create(options.body))).status).toBe(200)
    const { body } = await api(local).post<Options>('passkeys/start')
    expect((await api(local).post('passkeys/session', device.get(body))).status).toBe(200)
  })
})
