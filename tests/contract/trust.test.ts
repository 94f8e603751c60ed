import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/process/eventually'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { lastLink } from '../support/server/sent-links'
import { startServer, type TestServer } from '../support/server/test-server'

type Refused = { code?: string | number; reason?: string; uid?: string }
type Security = Found & {
  event: string
  user: { ref: string } | null
  by: { ref: string } | null
  details: { from?: unknown; to?: unknown; code?: string; action?: string }
}
type Mail = Found & { email: string; action: string; subject: string }

const password = 'secret-1'
let server: TestServer
let world: DemoWorld
let root: Api
let made = 0
let places = 0

beforeAll(async () => {
  server = await startServer({ demo: true, env: { TRUST_PROXY: '1' } })
  world = await demoWorld(server)
  root = world.of('root').api
  for (const type of ['users', 'maxActive'])
    await root.post(`companies/${world.of('admin').actor.company}/purchases`, { type, quantity: 60 })
})
afterAll(() => server.stop())

const companyOf = (role: 'admin' | 'partner' | 'root') => world.of(role).actor.company ?? ''
/** A caller with its own network address. */
const elsewhere = () => ({ 'X-Forwarded-For': `10.1.${++places >> 8}.${places & 255}` })

const person = async (role = 'viewer', company = companyOf('admin')) => {
  const email = `trust${++made}@new.example`
  const names = { firstname: 'Tru', lastname: `St${made}` }
  const user = { ...names, email, password, role, lang: 'en', company: { ref: `companies/${company}` } }
  const { body, status } = await root.post<{ uid: string }>('users', { ...user, origin: 'creation' })
  expect(status).toBe(201)
  return { uid: body.uid, email, session: () => login(server.url, email, password) }
}
const enter = (email: string, word: string, headers = elsewhere()) =>
  api(server.url).call<Refused>('POST', 'login', { body: { username: email, password: word }, headers })

const securityOf = (uid: string) => listAll<Security>(root, 'security_events', { user: `users/${uid}` })
const kindsOf = async (uid: string) => (await securityOf(uid)).map(({ event }) => event)
const mailsTo = async (email: string, action: string) =>
  (await listAll<Mail>(root, 'mails', { action })).filter(mail => mail.email === email)

describe('rate limits of proofs of identity', () => {
  it('checks 10 of 150 concurrent wrong passwords and answers 429 to the others', async () => {
    const { email, uid } = await person()
    const answers = await Promise.all(Array.from({ length: 150 }, () => enter(email, 'wrong')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 404)).toHaveLength(10)
    expect(statuses.filter(status => status === 429)).toHaveLength(140)
    const [blocked] = answers.filter(({ status }) => status === 429)
    expect(Number(blocked?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await enter(email, password)).status).toBe(429)
    const kinds = await eventually(
      () => kindsOf(uid),
      found => found.filter(kind => kind === 'signInFailed').length === 10,
    )
    expect(kinds.filter(kind => kind === 'signInBlocked')).toHaveLength(1)
  })

  it('checks 30 sign-ins per network address; a successful one does not count', async () => {
    const headers = elsewhere()
    const { email } = await person()
    for (let round = 0; round < 12; round += 1)
      expect((await enter(email, password, headers)).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => enter(`nobody${at}@new.example`, 'wrong', headers)),
    )
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(30)
  })

  it('limits wrong old passwords of a session to 10', async () => {
    const one = await person()
    const session = await one.session()
    const change = () => session.patch(`users/${one.uid}`, { password: 'another-1', oldPassword: 'wrong' })
    const answers = await Promise.all(Array.from({ length: 30 }, change))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('limits wrong codes that confirm a second factor to 10', async () => {
    const session = await (await person()).session()
    expect((await session.post('me/second-factor', { password })).status).toBe(200)
    const confirm = () => session.post('me/second-factor/confirm', { code: '000000' })
    const answers = await Promise.all(Array.from({ length: 30 }, confirm))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('limits password resets to five e-mails per mailbox under concurrency', async () => {
    const { email } = await person()
    const ask = () =>
      api(server.url).call('POST', 'requestPasswordReset', { body: { email }, headers: elsewhere() })
    const answers = await Promise.all(Array.from({ length: 60 }, ask))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await mailsTo(email, 'passwordReset')).toHaveLength(5)
  })
})

describe('a link', () => {
  const open = async (link: string) => {
    const [type = '', hash = ''] = link.replace(/.*\/onboarding\//, '').split('/')
    return (
      await api(server.url).get<Refused>(hash ? `onboarding/${type}/${hash}` : `onboarding/invite/${type}`)
    ).body.code
  }
  const linkFor = async (email: string) => (await lastLink(root, email)).link

  it('a password reset link expires when e-mail, password or role changes', async () => {
    const changes = [{ email: 'elsewhere@new.example' }, { password: 'changed-by-staff' }, { role: 'editor' }]
    for (const change of changes) {
      const { uid, email } = await person()
      await api(server.url).call('POST', 'requestPasswordReset', { body: { email }, headers: elsewhere() })
      const link = await linkFor(email)
      expect(await open(link)).toBeUndefined()
      expect((await root.patch(`users/${uid}`, change)).status).toBe(200)
      expect([change, await open(link)]).toEqual([change, 'OB2'])
    }
  })

  it('a password reset link reports a disabled user and stays invalid when they are reactivated', async () => {
    const { uid, email } = await person()
    await api(server.url).call('POST', 'requestPasswordReset', { body: { email }, headers: elsewhere() })
    const link = await linkFor(email)
    await root.patch(`users/${uid}`, { status: 'disabled' })
    expect(await open(link)).toBe('OB3')
    await root.patch(`users/${uid}`, { status: 'active' })
    expect(await open(link)).toBe('OB2')
  })

  it('an invitation link expires when the address is corrected, and the new address gets another', async () => {
    const company = { ref: `companies/${companyOf('admin')}` }
    const wrong = { email: 'wrong@new.example', lang: 'en', company, role: 'viewer' }
    const { uid } = (await root.post<{ uid: string }>('user-invite', wrong)).body
    const link = await linkFor('wrong@new.example')
    expect(await open(link)).toBeUndefined()
    await root.patch(`users/${uid}`, { email: 'right@new.example' })
    expect(await open(link)).toBe('OB2')
    await root.post('user-invite', { ...wrong, email: 'right@new.example' })
    expect(await open(await linkFor('right@new.example'))).toBeUndefined()
  })

  it('refuses to activate an invited user who has not accepted the terms', async () => {
    const company = { ref: `companies/${companyOf('admin')}` }
    const invited = { email: `pending${++made}@new.example`, lang: 'en', company, role: 'viewer' }
    const { uid } = (await root.post<{ uid: string }>('user-invite', invited)).body
    const answer = await root.patch<Refused>(`users/${uid}`, { status: 'active' })
    expect([answer.status, answer.body.code]).toEqual([409, 'state'])
  })
})

describe('rights', () => {
  it('keeps one of two roots who demote each other concurrently', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = [await person('root', companyOf('root')), await person('root', companyOf('root'))]
      const [first, second] = [await one.session(), await other.session()]
      const answers = await Promise.all([
        first.patch(`users/${other.uid}`, { role: 'viewer' }),
        second.patch(`users/${one.uid}`, { role: 'viewer' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    }
  })

  it('keeps one root on the platform, and the last admin of a company unless root decides', async () => {
    const roots = await listAll<Found>(root, 'users', { role: 'root', status: 'active' })
    const mine = world.of('root').actor.uid
    for (const { uid } of roots) if (uid !== mine) await root.patch(`users/${uid}`, { status: 'disabled' })
    const last = await person('root', companyOf('root'))
    await (await last.session()).patch(`users/${mine}`, { status: 'active' })
    expect((await root.patch(`users/${last.uid}`, { status: 'disabled' })).status).toBe(200)
    const made1 = (await world.of('partner').api.post<{ uid: string }>('companies', { name: 'One admin' }))
      .body
    await root.post(`companies/${made1.uid}/purchases`, { type: 'users', quantity: 5 })
    await root.post(`companies/${made1.uid}/purchases`, { type: 'maxActive', quantity: 5 })
    await root.patch(`companies/${made1.uid}`, { allowPartnerAccess: true })
    const admin = await person('admin', made1.uid)
    const partner = world.of('partner').api
    for (const change of [{ role: 'viewer' }, { status: 'disabled' }]) {
      const answer = await partner.patch<Refused>(`users/${admin.uid}`, change)
      expect([answer.status, answer.body.code]).toEqual([409, 'last_admin'])
    }
    expect((await partner.del<Refused>(`users/${admin.uid}`)).body.code).toBe('last_admin')
    expect((await root.patch(`users/${admin.uid}`, { role: 'viewer' })).status).toBe(200)
  })

  it('users of higher rank appear in no list, and their sessions cannot be ended', async () => {
    const { uid } = await person('admin', companyOf('partner'))
    const [session] = [await login(server.url, `trust${made}@new.example`, password)]
    const seen = await listAll<Found>(session, 'users')
    expect(seen.map(each => each.uid)).toContain(uid)
    for (const each of seen)
      expect([each.role, (await session.get(`users/${each.uid}`)).status]).toEqual([each.role, 200])
    const above = await listAll<Found>(root, 'users', {
      company: `companies/${companyOf('partner')}`,
      role: ['partner', 'root'],
    })
    expect(above.length).toBeGreaterThan(0)
    for (const each of above) expect((await session.get(`users/${each.uid}`)).status).toBe(404)
    const count = async (caller: Api, q: object) =>
      (
        await caller.get<{ meta: { count: number } }>(
          `users?batch=1&q=${encodeURIComponent(JSON.stringify(q))}`,
        )
      ).body.meta.count
    const company = `companies/${companyOf('partner')}`
    expect(await count(session, {})).toBe(
      (await count(root, { company })) - (await count(root, { company, role: ['partner', 'root'] })),
    )
    const theirs = world.of('partner')
    const [open] = await listAll<Found>(root, 'sessions', {
      user: `users/${theirs.actor.uid}`,
      endedAt: null,
    })
    const answers = [
      await session.patch<Refused>(`sessions/${open?.uid}`, { endedAt: new Date().toISOString() }),
      await session.del<Refused>(`sessions/${open?.uid}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
    expect((await theirs.api.get('users/me')).status).toBe(200)
  })

  it('limits a company’s default role to the caller’s, and its domain to root and to one company', async () => {
    const { api: admin, actor } = world.of('admin')
    expect((await admin.patch<Refused>(`companies/${actor.company}`, { role: 'root' })).body.code).toBe(
      'forbidden_role',
    )
    expect((await admin.patch(`companies/${actor.company}`, { role: 'manager' })).status).toBe(200)
    expect((await admin.patch(`companies/${actor.company}`, { authFqdn: 'claimed.example' })).status).toBe(
      403,
    )
    expect((await root.patch(`companies/${actor.company}`, { authFqdn: 'one.example' })).status).toBe(200)
    const twice = await root.patch<Refused & { fields: object }>(`companies/${companyOf('partner')}`, {
      authFqdn: ' One.Example ',
    })
    expect([twice.status, twice.body.fields]).toEqual([422, { authFqdn: 'taken' }])
  })
})

describe('a stolen session', () => {
  it('a user’s own e-mail changes only with the password', async () => {
    const { email, uid } = await person('admin')
    const session = await login(server.url, email, password)
    const taken = { email: `thief${made}@new.example` }
    const refused = await session.patch<Refused & { fields: object }>(`users/${uid}`, taken)
    expect([refused.status, refused.body.fields]).toEqual([422, { email: 'own_email' }])
    expect((await session.patch(`users/${uid}`, { ...taken, oldPassword: 'wrong' })).status).toBe(422)
    expect((await session.patch(`users/${uid}`, { ...taken, oldPassword: password })).status).toBe(200)
  })
})

describe('the audit trail', () => {
  it('records a status change to deleted as a deletion', async () => {
    const { uid } = await person()
    const self = world.of('root').actor.uid
    expect((await root.patch(`users/${self}`, { status: 'deleted' })).status).toBe(403)
    const { body } = await root.patch<{ deletedAt: string; deletedBy: { ref: string } }>(`users/${uid}`, {
      status: 'deleted',
    })
    expect(body.deletedAt).toBeTruthy()
    expect(body.deletedBy.ref).toBe(`users/${self}`)
    const q = encodeURIComponent(JSON.stringify({ object: `users/${uid}`, event: 'delete' }))
    expect((await root.get<{ meta: { count: number } }>(`events?q=${q}`)).body.meta.count).toBe(1)
  })

  it('the history omits fields that the reader may not read', async () => {
    const { uid } = await person()
    await root.patch(`users/${uid}`, { notifications: false, lastname: 'Changed' })
    const q = encodeURIComponent(JSON.stringify({ object: `users/${uid}`, event: 'update' }))
    type Events = { results: { args: { changes: object } }[] }
    const changesFor = async (caller: Api) =>
      Object.keys((await caller.get<Events>(`events?q=${q}`)).body.results[0]?.args.changes ?? {}).sort()
    expect(await changesFor(root)).toEqual(['lastname', 'notifications'])
    expect(await changesFor(world.of('admin').api)).toEqual(['lastname'])
  })

  it('records security events and notifies the user concerned', async () => {
    const { uid, email } = await person()
    const address = `moved${made}@new.example`
    await root.patch(`users/${uid}`, { role: 'editor' })
    await root.patch(`users/${uid}`, { password: 'by-staff-1' })
    await root.patch(`users/${uid}`, { email: address })
    expect((await kindsOf(uid)).sort()).toEqual(['emailChanged', 'passwordChanged', 'roleChanged'])
    const role = (await securityOf(uid)).find(({ event }) => event === 'roleChanged')
    expect(role).toMatchObject({
      by: { ref: `users/${world.of('root').actor.uid}` },
      details: { from: 'viewer', to: 'editor' },
    })
    expect(await mailsTo(email, 'securityAlert')).toHaveLength(3)
    expect(await mailsTo(address, 'securityAlert')).toHaveLength(1)
    const viewer = await login(server.url, address, 'by-staff-1')
    expect((await viewer.get('users')).status).toBe(403)
    const refused = await eventually(
      async () => (await securityOf(uid)).filter(({ event }) => event === 'refused'),
      found => found.length > 0,
    )
    expect(refused[0]?.details).toMatchObject({ code: 'forbidden', action: 'GET /users' })
    expect(JSON.stringify(await securityOf(uid))).not.toContain('by-staff-1')
    for (const caller of [viewer, world.of('admin').api, world.of('partner').api])
      expect((await caller.get('security_events')).status).toBe(403)
  })
})
