import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, api } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { buySeats, newPerson, newPassword as password } from '../support/server/new-person'
import { codeBefore, codeOf } from '../support/server/one-time-code-app'
import { lastLink } from '../support/server/sent-links'
import { startServer, type TestServer } from '../support/server/test-server'

type Refused = { code?: string | number; fields?: object; sessionToken?: string }
type State = { on: boolean; recoveryCodes: number; possible: boolean }
type Codes = { recoveryCodes: string[] }

let server: TestServer
let world: DemoWorld
let root: Api
let attempts = 0
beforeAll(async () => {
  // Each attempt uses another address, so that the rate limit by address does not apply.
  server = await startServer({ demo: true, env: { TRUST_PROXY: '1' } })
  world = await demoWorld(server)
  root = world.of('root').api
  await buySeats(world)
})
afterAll(() => server.stop())

const person = (role?: string) => newPerson(server, world, role, role === 'partner' ? 'partner' : 'admin')
const stateOf = async (session: Api) => (await session.get<State>('me/second-factor')).body
const enter = (email: string, code?: string, word = password) =>
  api(server.url).call<Refused>('POST', 'login', {
    body: { username: email, password: word, code },
    headers: { 'X-Forwarded-For': `10.0.${++attempts >> 8}.${attempts & 255}` },
  })

/** A user with a second factor enabled; enabling it consumes the current code. */
const enrolled = async (role?: string) => {
  const who = await person(role)
  const { body } = await who.session.post<{ secret: string; uri: string }>('me/second-factor', { password })
  const { secret } = body
  const confirm = async () =>
    who.session.post<Codes>('me/second-factor/confirm', { code: await codeBefore(secret) })
  const first = await confirm()
  // The code expired on a busy machine: try again.
  const on = first.status === 422 ? await confirm() : first
  expect(on.status).toBe(200)
  return { ...who, secret, recoveryCodes: on.body.recoveryCodes }
}

describe('switching the second factor on', () => {
  it('enables the second factor with the password and a code, and returns ten recovery codes', async () => {
    const { session, email, uid } = await person()
    expect(await stateOf(session)).toMatchObject({ on: false, recoveryCodes: 0, possible: true })
    const refused = await session.post<Refused>('me/second-factor', { password: 'not-it' })
    expect([refused.status, refused.body.fields]).toEqual([422, { password: 'wrong_old_password' }])
    const { body } = await session.post<{ secret: string; uri: string }>('me/second-factor', { password })
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/vecto%20admin:new/)
    expect(body.uri).toContain(`secret=${body.secret}`)
    // Signing in requires no code before the confirmation.
    expect((await enter(email)).status).toBe(200)
    const wrong = await session.post<Refused>('me/second-factor/confirm', { code: '000000' })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { code: 'invalid' }])
    const on = await session.post<Codes>('me/second-factor/confirm', { code: codeOf(body.secret) })
    expect(on.body.recoveryCodes).toHaveLength(10)
    expect(new Set(on.body.recoveryCodes).size).toBe(10)
    expect(await stateOf(session)).toMatchObject({ on: true, recoveryCodes: 10 })
    expect((await root.get(`users/${uid}`)).body).toMatchObject({ secondFactor: true })
    expect((await session.post('me/second-factor', { password })).status).toBe(409)
  })

  it('records the second factor in the history without its secret', async () => {
    const { uid, secret, recoveryCodes } = await enrolled()
    const q = encodeURIComponent(JSON.stringify({ object: `users/${uid}` }))
    const told = JSON.stringify((await root.get(`events?q=${q}`)).body)
    expect(told).toContain('"secondFactor":[false,true]')
    for (const hidden of [secret, ...recoveryCodes]) expect(told).not.toContain(hidden)
    expect(server.output()).not.toContain(secret)
  })

  it('the field secondFactor is read-only, for root too', async () => {
    const { uid } = await person()
    expect((await root.patch(`users/${uid}`, { secondFactor: true })).status).toBe(403)
  })
})

describe('signing in with a second factor', () => {
  it('requires a code after the correct password only, and accepts it with spaces', async () => {
    const { email, secret } = await enrolled()
    const asked = await enter(email)
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor'])
    expect(asked.body.sessionToken).toBeUndefined()
    expect((await enter(email, undefined, 'not-it')).body.code).toBe(101)
    expect((await enter(email, codeOf(secret), 'not-it')).body.code).toBe(101)
    const taken = await enter(email, ` ${codeOf(secret).replace(/^.../, '$& ')} `)
    expect(taken.status).toBe(200)
    expect(taken.body.sessionToken).toMatch(/^r:/)
  })

  it('accepts a second-factor code once, and no earlier code', async () => {
    const { email, secret } = await enrolled()
    const code = codeOf(secret, 1)
    expect((await enter(email, code)).status).toBe(200)
    const again = await enter(email, code)
    expect([again.status, again.body.code]).toEqual([401, 'wrong_code'])
    expect((await enter(email, codeOf(secret))).status).toBe(401)
  })

  it('accepts a second-factor code from one of several concurrent sign-ins', async () => {
    const { email, secret } = await enrolled()
    const code = codeOf(secret)
    const answers = await Promise.all([1, 2, 3].map(() => enter(email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it('refuses second-factor codes outside the time window and those of another user', async () => {
    const [one, other] = [await enrolled(), await enrolled()]
    expect((await enter(one.email, codeOf(one.secret, -3))).status).toBe(401)
    expect((await enter(one.email, codeOf(one.secret, 3))).status).toBe(401)
    expect((await enter(one.email, codeOf(other.secret))).status).toBe(401)
  })

  it('accepts each recovery code once, ignoring case and separators', async () => {
    const { email, session, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    expect((await enter(email, first)).status).toBe(200)
    expect((await enter(email, first)).body.code).toBe('wrong_code')
    expect((await enter(email, second.replace('-', ' ').toUpperCase())).status).toBe(200)
    expect((await stateOf(session)).recoveryCodes).toBe(8)
  })

  it('rate limits wrong second-factor codes after ten', async () => {
    const { email, secret } = await enrolled()
    for (let tries = 0; tries < 10; tries += 1) expect((await enter(email, '123456')).status).toBe(401)
    // A sign-in with the password alone does not reset the count.
    expect((await enter(email)).status).toBe(429)
    const { status, headers } = await enter(email, codeOf(secret))
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
  })

  it('a password reset keeps the second factor and its count of wrong codes, and opens no session', async () => {
    const { email, secret } = await enrolled()
    for (let tries = 0; tries < 9; tries += 1) await enter(email, '123456')
    await api(server.url).post('requestPasswordReset', { email })
    const { hash } = await lastLink(root, email)
    const reset = await api(server.url).post<Refused>(`onboarding/reset/${hash}`, { password: 'better-2' })
    expect(reset.status).toBe(200)
    expect(reset.body.sessionToken).toBeUndefined()
    expect((await enter(email, undefined, 'better-2')).body.code).toBe('second_factor')
    expect((await enter(email, '123456', 'better-2')).status).toBe(401)
    expect((await enter(email, codeOf(secret), 'better-2')).status).toBe(429)
  })

  it('the second factor remains when staff set the password', async () => {
    const { uid, email } = await enrolled()
    await root.patch(`users/${uid}`, { password: 'another-1' })
    expect((await enter(email, undefined, 'another-1')).body.code).toBe('second_factor')
  })
})

describe('changing the second factor', () => {
  it('creating new recovery codes requires the password and invalidates the previous ones', async () => {
    const { email, session, recoveryCodes } = await enrolled()
    expect((await session.post('me/second-factor/recovery-codes', { password: 'no' })).status).toBe(422)
    const { body } = await session.post<Codes>('me/second-factor/recovery-codes', { password })
    expect((await enter(email, recoveryCodes[0])).status).toBe(401)
    expect((await enter(email, body.recoveryCodes[0])).status).toBe(200)
  })

  it('disabling the second factor requires the password', async () => {
    const { email, session } = await enrolled()
    expect((await session.del('me/second-factor', { password: 'no' })).status).toBe(422)
    expect((await session.del('me/second-factor', { password })).status).toBe(200)
    expect((await enter(email)).status).toBe(200)
    expect(await stateOf(session)).toMatchObject({ on: false, recoveryCodes: 0 })
  })

  it('rate limits wrong passwords when changing the second factor', async () => {
    const { session } = await enrolled()
    for (let tries = 0; tries < 10; tries += 1)
      expect((await session.del('me/second-factor', { password: 'no' })).status).toBe(422)
    expect((await session.del('me/second-factor', { password })).status).toBe(429)
  })
})

describe('a lost second factor', () => {
  it('staff who may change a user disable a lost second factor', async () => {
    const { uid, email } = await enrolled()
    const admin = world.of('admin').api
    expect((await admin.patch(`users/${uid}/dropSecondFactor`)).body).toMatchObject({ secondFactor: false })
    expect((await enter(email)).status).toBe(200)
    expect((await admin.patch(`users/${uid}/dropSecondFactor`)).body.code).toBe('state')
  })

  it('lower ranks, other companies and the user themselves cannot drop a second factor', async () => {
    const boss = await enrolled('partner')
    const { session: below } = await newPerson(server, world, 'admin', 'partner')
    expect((await below.patch(`users/${boss.uid}/dropSecondFactor`)).status).toBe(403)
    const clerk = await enrolled()
    const other = (await world.personNamed('admin2')).api
    expect((await other.patch(`users/${clerk.uid}/dropSecondFactor`)).status).toBe(404)
    expect((await clerk.session.patch(`users/${clerk.uid}/dropSecondFactor`)).status).toBe(403)
    const admin = await enrolled('admin')
    expect((await admin.session.patch(`users/${admin.uid}/dropSecondFactor`)).status).toBe(403)
    for (const { email } of [boss, clerk, admin]) expect((await enter(email)).body.code).toBe('second_factor')
  })
})
