import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type Session = Found & {
  user: { ref: string; label: string }
  createdAt: string
  endedAt: string | null
  duration: number | null
  agent: { name: string | null; platform: string | null }
  code?: string
  fields?: object
}

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  admin = world.of('admin').api
})
afterAll(() => server.stop())

const sessionsOf = (uid: string) => listAll<Session>(root, 'sessions', { user: `users/${uid}` })

/** Signs in again. @returns the caller and the session record that staff see */
const enter = async (role: 'viewer' | 'editor' | 'manager') => {
  const { uid } = world.of(role).actor
  const before = new Set((await sessionsOf(uid)).map(session => session.uid))
  const api = await login(server.url, `${role}@demo.example`, demoPassword)
  const session = (await sessionsOf(uid)).find(each => !before.has(each.uid)) as Session
  return { api, session, path: `sessions/${session?.uid}` }
}
const isIn = async (api: Api) => (await api.get('users/me')).status === 200

describe('a session', () => {
  it('a session records device and company from sign-in to sign-out', async () => {
    const headers = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/128.0' }
    const body = { email: 'viewer@demo.example', password: demoPassword }
    const answer = await world
      .of('viewer')
      .api.call<{ sessionToken: string }>('POST', 'login', { body, headers })
    const [session] = await sessionsOf(world.of('viewer').actor.uid)
    expect(session).toMatchObject({
      agent: { name: 'Firefox', platform: 'Windows' },
      user: { label: 'Víctor Visitante' },
      company: { label: 'Musée du Littoral' },
      endedAt: null,
      duration: null,
    })
    const token = { Authorization: `Bearer ${answer.body.sessionToken}` }
    expect((await root.call('POST', 'logout', { headers: token, body: {} })).status).toBe(200)
    const ended = (await root.get<Session>(`sessions/${session?.uid}`)).body
    expect(Date.parse(ended.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(ended.createdAt))
    expect(ended.duration).toBeGreaterThanOrEqual(0)
  })

  it('sessions cannot be created through the API', async () => {
    expect((await root.post('sessions', {})).status).toBe(404)
  })

  it('users end their own session, which invalidates its token immediately', async () => {
    const { api, path } = await enter('viewer')
    expect((await api.get(path)).status).toBe(403)
    expect((await api.del(path)).status).toBe(200)
    expect(await isIn(api)).toBe(false)
    const { body } = await root.get<Session>(path)
    expect(Date.parse(body.endedAt ?? '')).toBeGreaterThan(0)
    expect((await root.del(path)).status).toBe(200)
    expect((await root.get<Session>(path)).body.endedAt).toBe(body.endedAt)
  })

  it('root ends the session of another user, and others get 403 or 404', async () => {
    const { api, path } = await enter('editor')
    const others = [
      [world.of('viewer').api, 404],
      [admin, 403],
      [(await world.personNamed('admin2')).api, 404],
    ] as const
    for (const [caller, status] of others) expect((await caller.del(path)).status).toBe(status)
    expect(await isIn(api)).toBe(true)
    expect((await root.del(path)).status).toBe(200)
    expect(await isIn(api)).toBe(false)
  })
})

describe('the end of a session', () => {
  it('staff change only the end of a session, which invalidates its token', async () => {
    const { api, session, path } = await enter('manager')
    for (const change of [{ city: 'Paris' }, { duration: 5 }, { user: null }, { agent: { name: 'x' } }])
      expect((await admin.patch(path, { ...change, endedAt: new Date().toISOString() })).status).toBe(403)
    const early = new Date(Date.parse(session.createdAt) - 1000).toISOString()
    const wrong = await admin.patch<Session>(path, { endedAt: early })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { endedAt: 'before_start' }])
    expect((await admin.patch<Session>(path, { endedAt: null })).body.fields).toEqual({ endedAt: 'required' })
    expect((await admin.patch<Session>(path, { endedAt: 'soon' })).status).toBe(422)
    expect(await isIn(api)).toBe(true)
    const endedAt = new Date(Date.parse(session.createdAt) + 90_000).toISOString()
    const { status, body } = await admin.patch<Session>(path, { endedAt })
    expect([status, body.endedAt, body.duration]).toEqual([200, endedAt, 90])
    expect(await isIn(api)).toBe(false)
  })

  it('refuses the end of a session by users without the right', async () => {
    const { path } = await enter('editor')
    const endedAt = new Date().toISOString()
    for (const [caller, status] of [
      [world.of('viewer').api, 403],
      [world.of('manager').api, 403],
      [(await world.personNamed('admin2')).api, 404],
    ] as const)
      expect((await caller.patch(path, { endedAt })).status).toBe(status)
  })
})

describe('the list of sessions', () => {
  it('lists the sessions of the companies in a user’s scope', async () => {
    const companiesIn = async (role: 'root' | 'partner' | 'admin') => {
      const found = await listAll<Session>(world.of(role).api, 'sessions')
      return new Set(found.map(({ company }) => company?.ref.split('/')[1] ?? ''))
    }
    const { actor } = world.of('partner')
    expect(await companiesIn('admin')).toEqual(new Set([world.of('admin').actor.company]))
    const partners = await companiesIn('partner')
    expect([...partners].every(uid => uid === actor.company || actor.open.includes(uid))).toBe(true)
    expect(actor.open.every(uid => partners.has(uid))).toBe(true)
    expect((await companiesIn('root')).size).toBeGreaterThan(10)
    for (const role of ['manager', 'editor', 'viewer'] as const)
      expect((await world.of(role).api.get('sessions')).status).toBe(403)
  })

  it('filters sessions by user and by the beginning of a name', async () => {
    const { uid } = world.of('viewer').actor
    const own = await sessionsOf(uid)
    expect(new Set(own.map(({ user }) => user.ref))).toEqual(new Set([`users/${uid}`]))
    const named = await listAll<Session>(admin, 'sessions', { 'user.label': { begins: 'visit' } })
    expect(named.length).toBe(own.length)
  })
})
