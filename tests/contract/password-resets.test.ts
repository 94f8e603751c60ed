import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { lastLink, mailsTo } from '../support/server/sent-links'
import { startServer, type TestServer } from '../support/server/test-server'

type Answer = { code?: string; params?: { reason?: string }; fields?: object; sessionToken?: string }

let server: TestServer
let world: DemoWorld
let root: Api
let nobody: Api
beforeAll(async () => {
  server = await startServer({ demo: true, env: { PUBLIC_URL: 'https://panel.example' } })
  world = await demoWorld(server)
  root = world.of('root').api
  nobody = api(server.url)
})
afterAll(() => server.stop())

let made = 0
const newUser = async (more: object = {}) => {
  const email = `forgetful${++made}@people.example`
  const { body } = await root.post<{ uid: string }>('users', {
    ...{ firstname: 'Max', lastname: 'Oubli', email, password: 'secret1', role: 'viewer', lang: 'es' },
    company: { ref: `companies/${world.of('admin').actor.company}` },
    origin: 'creation',
    ...more,
  })
  return { uid: body.uid, email }
}
const ask = (email: string) => nobody.post<Answer & { mailed: string }>('requestPasswordReset', { email })
const resetLink = async (email: string) => {
  expect((await ask(email)).status).toBe(200)
  return lastLink(root, email.toLowerCase())
}
const use = (hash: string, password: unknown = 'better22') =>
  nobody.post<Answer>(`onboarding/reset/${hash}`, { password })
const isIn = async (caller: Api) => (await caller.get('users/me')).status === 200

describe('a forgotten password', () => {
  it('resets a password by e-mailed link in the user’s language, ends all sessions and opens one', async () => {
    const { email, uid } = await newUser()
    const sessions = [await login(server.url, email, 'secret1'), await login(server.url, email, 'secret1')]
    const { link, lang, hash } = await resetLink(email.toUpperCase())
    expect(link).toBe(`https://panel.example/onboarding/reset/${hash}`)
    expect([lang, hash.split('-')[0]]).toEqual(['es', uid])
    expect((await nobody.get(`onboarding/reset/${hash}`)).body).toMatchObject({ type: 'reset', email, lang })
    const { status, body } = await use(hash)
    expect(status).toBe(200)
    for (const session of sessions) expect(await isIn(session)).toBe(false)
    expect(await isIn(api(server.url, body.sessionToken))).toBe(true)
    await login(server.url, email, 'better22')
    expect((await nobody.post('login', { email, password: 'secret1' })).status).toBe(404)
    expect((await use(hash)).body).toMatchObject({ code: 'OB2' })
  })

  it('a password reset clears the count of wrong passwords', async () => {
    const { email } = await newUser()
    for (let tries = 0; tries < 10; tries++) await nobody.post('login', { email, password: 'wrong' })
    expect((await nobody.post('login', { email, password: 'secret1' })).status).toBe(429)
    expect((await use((await resetLink(email)).hash)).status).toBe(200)
    await login(server.url, email, 'better22')
  })

  it('keeps the password and the link when the new password is refused', async () => {
    const { email } = await newUser()
    const { hash } = await resetLink(email)
    expect((await use(hash, 'short')).body).toMatchObject({ code: 'OB6', params: { reason: 'too_short' } })
    await login(server.url, email, 'secret1')
    expect((await use(hash)).status).toBe(200)
  })

  it('refuses the reset link of a disabled user with OB3, and of a deleted one with OB4', async () => {
    const { email, uid } = await newUser()
    const { hash } = await resetLink(email)
    await root.patch(`users/${uid}`, { status: 'disabled' })
    expect((await use(hash)).body).toMatchObject({ code: 'OB3', params: { reason: 'disabled' } })
    await root.del(`users/${uid}`)
    expect((await use(hash)).body).toMatchObject({ code: 'OB4' })
  })
})

describe('requesting a password reset', () => {
  it('answers a reset request alike for all addresses, and e-mails active users only', async () => {
    const { email: active } = await newUser()
    const { email: disabled, uid } = await newUser()
    await root.patch(`users/${uid}`, { status: 'disabled' })
    const pending = `pending${++made}@people.example`
    const company = { ref: `companies/${world.of('admin').actor.company}` }
    await root.post('user-invite', { email: pending, lang: 'en', role: 'viewer', company })
    for (const email of [active, disabled, pending, 'nobody@people.example']) {
      const { status, body } = await ask(email)
      expect([email, status, body]).toEqual([email, 200, { mailed: 'outbox' }])
    }
    const actionsTo = async (email: string) => (await mailsTo(root, email)).map(({ action }) => action)
    expect(await actionsTo(active)).toEqual(['passwordReset'])
    expect(await actionsTo(disabled)).not.toContain('passwordReset')
    expect(await actionsTo(pending)).toEqual(['invite'])
    expect(await actionsTo('nobody@people.example')).toEqual([])
  })

  it('reports an empty or invalid address of a reset request', async () => {
    expect(await ask('')).toMatchObject({ status: 422, body: { fields: { email: 'required' } } })
    expect(await ask('nowhere')).toMatchObject({ status: 422, body: { fields: { email: 'invalid' } } })
  })

  it.each(['known', 'unknown'])('sends at most five resets in ten minutes to a mailbox, %s', async kind => {
    const email = kind === 'known' ? (await newUser()).email : 'flooded@people.example'
    for (let times = 0; times < 5; times++) expect((await ask(email)).status).toBe(200)
    const { status, headers } = await ask(email)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
  })
})
