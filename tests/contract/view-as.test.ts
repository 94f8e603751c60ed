import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Role, roles } from '~/model/grants'
import { resourceNames, resourceOf } from '~/model/registry'
import { gatherRecords } from '../support/description/sweep-records'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { watch } from '../support/server/live-stream-client'
import { registeredRoutes } from '../support/server/registered-routes'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

const routes = await registeredRoutes(mkdtempSync(join(tmpdir(), 'vecto-view-')))

type Opened = { viewing: string; token: string; until: string }
type Person = Found & { email: string; status: string; lastLoginAt: string | null; updatedAt: string }

let server: TestServer
let world: DemoWorld
beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
})
afterAll(() => server.stop())

const open = (by: Api, uid: string) => by.post<Opened & { code?: string }>(`users/${uid}/viewAs`, {})

const viewOf = async (by: Api, uid: string) => {
  const { status, body } = await open(by, uid)
  expect(status).toBe(200)
  return { ...body, api: api(server.url, body.token) }
}
const uidOf = (role: Role) => world.of(role).actor.uid
const statusOf = async (caller: Api) => (await caller.get('users/me')).status

/** Creates a user with a password, in the admin's company by default. */
const makeUser = async (role: Role, email: string, company = world.of('admin').actor.company) => {
  const { status, body } = await world.of('root').api.post<Person>('users', {
    ...{ firstname: 'Anna', lastname: 'Roux', email, role, lang: 'fr', password: demoPassword },
    ...{ company: { ref: `companies/${company}` }, origin: 'creation' },
  })
  expect(status).toBe(201)
  return body
}

describe('permission to view the panel as another user', () => {
  it('a caller views only users of lower rank that they may change; root views all but themselves', async () => {
    const allowed = async (role: Role) => {
      const opened: Role[] = []
      for (const other of roles) {
        const { status } = await open(world.of(role).api, uidOf(other))
        if (status === 200) opened.push(other)
        else expect([role, other, [403, 404].includes(status)]).toEqual([role, other, true])
      }
      return opened
    }
    expect(await allowed('root')).toEqual(roles.filter(role => role !== 'root'))
    expect(await allowed('admin')).toEqual(['viewer', 'editor', 'manager'])
    expect(await allowed('partner')).not.toContain('partner')
    for (const role of ['manager', 'editor', 'viewer'] as const) expect(await allowed(role)).toEqual([])
  })

  it('returns 404 for a view of a user of another company or of one without partner access', async () => {
    const { api: admin } = world.of('admin')
    const stranger = await world.personNamed('admin2')
    expect((await open(admin, stranger.actor.uid)).status).toBe(404)
    const { api: partner, actor } = world.of('partner')
    const [shut = ''] = world.companiesOf(actor, 'managed')
    const [person] = await listAll<Person>(world.of('root').api, 'users', {
      company: `companies/${shut}`,
      status: 'active',
    })
    expect((await open(partner, person?.uid ?? '')).status).toBe(404)
  })

  it('refuses to open a view with an API token or from within a view', async () => {
    const root = world.of('root').api
    const { body } = await root.post<{ secret: string }>('tokens', { name: 'T', access: 'content' })
    expect((await open(api(server.url, body.secret), uidOf('viewer'))).body.code).toBe('token_access')
    const view = await viewOf(root, uidOf('admin'))
    expect((await open(view.api, uidOf('viewer'))).body.code).toBe('view_only')
  })

  it('refuses to open a view of a disabled user', async () => {
    const user = await makeUser('viewer', 'dormant@demo.example')
    const { api: admin } = world.of('admin')
    await admin.patch(`users/${user.uid}`, { status: 'disabled' })
    expect((await open(admin, user.uid)).body.code).toBe('state')
  })
})

describe('a view', () => {
  it('a view returns the user’s data and its own end, 30 minutes ahead', async () => {
    const { api: root } = world.of('root')
    const view = await viewOf(root, uidOf('admin'))
    const { body: me } = await view.api.get('users/me')
    expect([me.uid, me.role, me.viewedUntil]).toEqual([uidOf('admin'), 'admin', view.until])
    expect(Date.parse(view.until) - Date.now()).toBeCloseTo(30 * 60_000, -4)
    const [own, seen] = await Promise.all([
      world.of('admin').api.get('medias?batch=100'),
      view.api.get('medias?batch=100'),
    ])
    const uids = ({ body }: typeof own) => (body as { results: Found[] }).results.map(({ uid }) => uid)
    expect(uids(seen)).toEqual(uids(own))
    expect((await world.of('admin').api.get('users/me')).body.viewedUntil).toBeNull()
  })

  it('a view leaves no session, sign-in time, security event or history of the user', async () => {
    const user = await makeUser('admin', 'watched@demo.example')
    const own = await login(server.url, 'watched@demo.example', demoPassword)
    const root = world.of('root').api
    const state = async () => ({
      user: (await root.get(`users/${user.uid}`)).body,
      sessions: (await own.get('me/sessions')).body,
      listed: (await listAll(root, 'sessions', { user: `users/${user.uid}` })).length,
      security: (await listAll(root, 'security_events', { user: `users/${user.uid}` })).length,
      events: (await listAll(root, 'events', { user: `users/${user.uid}` })).length,
    })
    await own.get('users/me')
    const before = await state()
    const view = await viewOf(root, user.uid)
    for (const path of ['users/me', 'medias', 'me/attention', 'events', 'values/roles'])
      expect([path, (await view.api.get(path)).status]).toEqual([path, 200])
    await view.api.patch(`users/${user.uid}`, { firstname: 'Eve' })
    await view.api.post('logout', {})
    const strip = ({ sessions, ...rest }: Awaited<ReturnType<typeof state>>) => ({
      ...rest,
      sessions: (sessions as { results: { uid: string }[] }).results.map(({ uid }) => uid),
    })
    expect(strip(await state())).toEqual(strip(before))
  })

  it('records the start and end of a view in the audit log, with the viewer and the user', async () => {
    const { api: admin, actor } = world.of('admin')
    const view = await viewOf(admin, uidOf('viewer'))
    const object = `viewings/${view.viewing}`
    const told = () =>
      listAll<Found & { event: string; label: string; user: { ref: string }; args: object }>(
        world.of('root').api,
        'events',
        { object },
      )
    const [begun] = await told()
    const { body: person } = await admin.get(`users/${uidOf('viewer')}`)
    expect(begun).toMatchObject({ event: 'create', label: `${person.firstname} ${person.lastname}` })
    expect(begun?.user.ref).toBe(`users/${actor.uid}`)
    expect((await admin.patch(`${object}/end`)).status).toBe(200)
    expect((await admin.patch(`${object}/end`)).status).toBe(200)
    expect((await told()).map(({ event }) => event).sort()).toEqual(['create', 'update'])
    const { body } = await admin.get(object)
    expect(body.endedAt).not.toBeNull()
    expect(JSON.stringify(body)).not.toMatch(/hash|openedBy/i)
    expect(await statusOf(view.api)).toBe(401)
  })
})

describe('the end of a view', () => {
  const ended = async (end: (user: Person, by: Api) => Promise<unknown>, email: string) => {
    const user = await makeUser('viewer', email)
    const by = await login(server.url, 'admin@demo.example', demoPassword)
    const view = await viewOf(by, user.uid)
    expect(await statusOf(view.api)).toBe(200)
    await end(user, by)
    return statusOf(view.api)
  }
  const change = (uid: string, values: object) => world.of('root').api.patch(`users/${uid}`, values)

  it('ends a view with the session that opened it', async () => {
    expect(await ended((_, by) => by.post('logout', {}), 'v1@demo.example')).toBe(401)
  })

  it('ends a view when the user’s account, role or status changes, even if changed back', async () => {
    const suspend = async ({ uid }: Person) => {
      await change(uid, { status: 'disabled' })
      await change(uid, { status: 'active' })
    }
    expect(await ended(suspend, 'v2@demo.example')).toBe(401)
    expect(await ended(({ uid }) => change(uid, { role: 'admin' }), 'v3@demo.example')).toBe(401)
    expect(await ended(({ uid }) => change(uid, { status: 'deleted' }), 'v4@demo.example')).toBe(401)
  })

  it('ends a view when its viewer loses the required rank', async () => {
    const watcher = await makeUser('admin', 'watcher@demo.example')
    const by = await login(server.url, 'watcher@demo.example', demoPassword)
    const view = await viewOf(by, uidOf('viewer'))
    await change(watcher.uid, { role: 'manager' })
    expect(await statusOf(view.api)).toBe(401)
  })

  it('ends a view by a partner when the company withdraws partner access', async () => {
    const { api: partner, actor } = world.of('partner')
    const [company = ''] = world.companiesOf(actor, 'open')
    const root = world.of('root').api
    const [person] = await listAll<Person>(root, 'users', {
      company: `companies/${company}`,
      status: 'active',
      role: ['viewer', 'editor', 'manager', 'admin'],
    })
    const view = await viewOf(partner, person?.uid ?? '')
    await root.patch(`companies/${company}`, { allowPartnerAccess: false })
    expect(await statusOf(view.api)).toBe(401)
    await root.patch(`companies/${company}`, { allowPartnerAccess: true })
  })

  it('the live stream of a view sends what the user may read and closes with the view', async () => {
    const { api: admin, actor } = world.of('admin')
    const view = await viewOf(world.of('root').api, actor.uid)
    const stream = await watch(server.url, view.api)
    const made = await admin.post<Found>(`companies/${actor.company}/groups`, { name: 'Seen' })
    await expect
      .poll(() => stream.heard.map(({ data }) => data.id))
      .toContain(`${actor.company}/${made.body.uid}`)
    await world.of('root').api.patch(`viewings/${view.viewing}/end`)
    expect(await stream.ended).toBe('ended')
  })

  it('refuses forged view tokens', async () => {
    const [one, two] = [
      await viewOf(world.of('root').api, uidOf('viewer')),
      await viewOf(world.of('root').api, uidOf('admin')),
    ]
    for (const guess of [
      `vecto_view_${one.viewing}_${two.token.slice(-43)}`,
      `vecto_view_${one.viewing}_${'A'.repeat(43)}`,
      `${one.token}x`,
      `view:${one.viewing}`,
      `vecto_${one.viewing}_${one.token.slice(-43)}`,
    ])
      expect(await statusOf(api(server.url, guess))).toBe(401)
  })
})

describe('every route, in a view as every role', () => {
  const confidential = resourceNames.filter(name => resourceOf(name).confidential)
  const guarded = routes.filter(({ url, access }) => url.startsWith('/parse/') && access !== 'public')
  const fill = (url: string, uid: string) =>
    url
      .replace('/parse/', '')
      .replace(':pid', uid)
      .replace(':uid', uid)
      .replace(/:\w+|\*/g, 'x')

  it.each(roles)('as %s: a view gets 403 from every write and every confidential route', async role => {
    const view = await viewOf(world.of('root').api, role === 'root' ? await otherRoot() : uidOf(role))
    const wrong: string[] = []
    for (const { method, url, access } of guarded) {
      // The stream stays open: a request to it would never end.
      if (method === 'OPTIONS' || url.endsWith('/stream')) continue
      const { resource, operation } = typeof access === 'object' ? access : { resource: '', operation: '' }
      const reads = ['GET', 'HEAD'].includes(method) && (access === 'session' || operation === 'read')
      if (reads && !confidential.some(name => name === resource)) continue
      const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {}
      const answer = await view.api.call(method, fill(url, 'a'.repeat(20)), body)
      if (answer.status !== 403) wrong.push(`${method} ${url}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })

  const otherRoot = async () =>
    (await makeUser('root', 'root2@demo.example', world.of('root').actor.company)).uid

  it('a view may read only these of the routes for any session', async () => {
    const view = await viewOf(world.of('root').api, uidOf('admin'))
    const opened: string[] = []
    for (const { method, url, access } of guarded) {
      if (access !== 'session' || method !== 'GET' || url.endsWith('/stream')) continue
      const { body } = await view.api.get(fill(url, 'a'.repeat(20)))
      if (body.code !== 'view_only') opened.push(url)
    }
    expect(opened.sort()).toEqual([
      ...['/parse/me/attention', '/parse/me/checklist', '/parse/me/invitations'],
      ...['/parse/users/me', '/parse/values/:collection'],
    ])
  })

  it('writes within a view change no record and add no event', async () => {
    const root = world.of('root').api
    const records = await gatherRecords(root)
    const view = await viewOf(root, uidOf('admin'))
    const count = async () => (await root.get<{ meta: { count: number } }>('events?batch=1')).body.meta.count
    const before = await count()
    const wrong: string[] = []
    for (const { method, url, access } of guarded) {
      if (typeof access !== 'object' || !url.includes(':uid')) continue
      const rows = records.get(access.resource) ?? []
      const mine = rows.find(({ company }) => company?.ref === `companies/${world.of('admin').actor.company}`)
      if (!mine || (method === 'GET' && access.operation === 'read')) continue
      const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {}
      const { status } = await view.api.call(method, fill(url, mine.uid), body)
      if (status !== 403 && method !== 'HEAD') wrong.push(`${method} ${url}: ${status}`)
    }
    expect(wrong).toEqual([])
    expect(await count()).toBe(before)
  })

  it('a view refuses downloads, as a link and as a redirect', async () => {
    const { api: root } = world.of('root')
    const [media] = await listAll(root, 'medias', { company: `companies/${world.of('admin').actor.company}` })
    const view = await viewOf(root, uidOf('admin'))
    for (const path of [`dl/medias/${media?.uid}/file`, `dl2/medias/${media?.uid}/file?redirect`])
      expect([path, (await view.api.get(path)).body.code]).toEqual([path, 'view_only'])
  })
})

describe('a view by a partner', () => {
  it('a partner’s view of a managed company hides the network addresses of its users', async () => {
    const { api: partner, actor } = world.of('partner')
    const [company = ''] = world.companiesOf(actor, 'open')
    const root = world.of('root').api
    const admin = await makeUser('admin', 'theirs@demo.example', company)
    await root.patch(`users/${admin.uid}`, { firstname: 'Renamed' })
    const address = async (caller: Api) => {
      const rows = await listAll<Found & { address?: string | null }>(caller, 'events', {
        object: `users/${admin.uid}`,
      })
      return rows.some(row => row.address)
    }
    expect(await address(root)).toBe(true)
    expect(await address((await viewOf(root, admin.uid)).api)).toBe(true)
    expect(await address((await viewOf(partner, admin.uid)).api)).toBe(false)
  })
})
