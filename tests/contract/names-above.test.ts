import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseClient } from '../support/database/locked-tables'
import { type Api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { buySeats, newPassword, newPerson } from '../support/server/new-person'
import { startServer, type TestServer } from '../support/server/test-server'

type Link = { ref: string; label: string }
type Event = Found & { user: Link | null; args: { changes?: object } }
type Trashed = Found & { by: Link | null }

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api
let home: string
let client: pg.Client

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  ;[root, admin] = [world.of('root').api, world.of('admin').api]
  home = `companies/${world.of('admin').actor.company}`
  client = await databaseClient(server)
  await buySeats(world)
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
})

const rootLink = () => ({ ref: `users/${world.of('root').actor.uid}`, label: 'Ada Root' })
const countOf = async (caller: Api, list: string, q: object) =>
  (
    await caller.get<{ meta: { count: number } }>(
      `${list}?batch=1&q=${encodeURIComponent(JSON.stringify(q))}`,
    )
  ).body.meta.count

describe('a user of higher rank than the reader', () => {
  const deleted = async () => {
    const { body } = await root.post<Found>(`${home}/groups`, { name: 'Named nowhere' })
    const path = `${home}/groups/${body.uid}`
    await root.del(path)
    return { path, trashed: `trash/groups-${body.uid}` }
  }

  it('shows a user of higher rank by role in history and trash, and by name to equal ranks', async () => {
    const { path, trashed } = await deleted()
    const nameless = { ...rootLink(), label: 'Root' }
    const eventsOf = (caller: Api) => listAll<Event>(caller, 'events', { object: path })
    await admin.patch(`users/${world.of('admin').actor.uid}`, { lang: 'en' })
    const found = await eventsOf(admin)
    expect(found.map(({ user }) => user)).toEqual([nameless, nameless])
    expect((await admin.get<Event>(`events/${found[0]?.uid}`)).body.user).toEqual(nameless)
    expect((await admin.get<Trashed>(trashed)).body.by).toEqual(nameless)
    expect((await eventsOf(root)).map(({ user }) => user)).toEqual([rootLink(), rootLink()])
    expect((await root.get<Trashed>(trashed)).body.by).toEqual(rootLink())
  })

  it('the hidden name of a user of higher rank cannot be used as a filter', async () => {
    await deleted()
    const { ref } = rootLink()
    for (const [list, link] of [
      ['events', 'user'],
      ['trash', 'by'],
    ] as const) {
      for (const q of [{ begins: 'ada' }, 'Ada Root', ['Ada Root'], { gte: 'A' }])
        expect(await countOf(admin, list, { [link]: ref, [`${link}.label`]: q })).toBe(0)
      expect(await countOf(admin, list, { [link]: ref })).toBeGreaterThan(0)
      expect(
        await countOf(root, list, { [link]: ref, [`${link}.label`]: { begins: 'ada' } }),
      ).toBeGreaterThan(0)
    }
  })

  it('the history of a change omits the name of a user of higher rank', async () => {
    const { uid } = await newPerson(server, world)
    await root.del(`users/${uid}`)
    const [event] = await listAll<Event>(admin, 'events', { object: `users/${uid}`, event: 'delete' })
    expect(Object.keys(event?.args.changes ?? {})).toContain('deletedAt')
    expect(JSON.stringify(event)).not.toContain('Ada')
    expect(JSON.stringify((await admin.get(`users/${uid}`)).body)).not.toContain('Ada Root')
  })
})

describe('a filter through a link', () => {
  it('a filter through a link matches the link’s label only', async () => {
    const { uid, session, email } = await newPerson(server, world, 'admin')
    await session.patch(`users/${uid}`, { firstname: 'Zoé', lastname: 'Quill' })
    const videos = await listAll<Found>(session, 'videos', { company: home })
    await session.patch(`videos/${videos[0]?.uid}`, { name: 'Renamed by Zoé' })
    const address = email.split('@')[0] ?? ''
    for (const path of ['user', 'user.label']) {
      expect(await countOf(admin, 'events', { [path]: { begins: address } })).toBe(0)
      expect(await countOf(admin, 'events', { [path]: { begins: 'zoe' } })).toBeGreaterThan(0)
      expect(await countOf(admin, 'events', { [path]: { begins: 'quill zo' } })).toBeGreaterThan(0)
    }
  })
})

describe('a stale change', () => {
  it('answers a stale change with the record as its reader sees it', async () => {
    const [vecto] = await listAll<Found & { video: Link; name: string; updatedAt: string }>(
      admin,
      'videos3d',
      {
        status: 'completed',
      },
    )
    const path = `${vecto?.video.ref}/vectos/${vecto?.uid}`
    const change = { accessList: [], updatedAt: '2020-01-01T00:00:00.000Z' }
    const { status, body } = await admin.patch<{ current: object }>(path, change)
    expect([status, body.current]).toEqual([409, (await admin.get(path)).body])
  })
})

describe('the fingerprint of a repeated creation', () => {
  it('keys the fingerprint of a repeated creation with the server’s secret, without the password', async () => {
    const user = {
      ...{ firstname: 'F', lastname: 'P', email: 'fingerprint@new.example', role: 'viewer', lang: 'en' },
      ...{ origin: 'creation', company: { ref: home } },
    }
    const create = (password: string) =>
      root.call<Found & { code?: string }>('POST', 'users', {
        headers: { 'Idempotency-Key': 'fingerprint' },
        body: { ...user, password },
      })
    const first = await create(newPassword)
    const { rows } = await client.query(`select fingerprint from idempotency_keys where key = 'fingerprint'`)
    // Another password has the same fingerprint, which therefore verifies no guess.
    expect((await create('another-password')).body.uid).toBe(first.body.uid)
    const facts = ['POST', '/parse/users', 'root', world.of('root').actor.company]
    const body = { ...user, password: newPassword }
    const unkeyed = createHash('sha256')
      .update(JSON.stringify([...facts, body]))
      .digest('base64url')
    expect(rows[0]?.fingerprint).not.toBe(unkeyed)
    expect((await login(server.url, 'fingerprint@new.example', newPassword)).token).toBeTruthy()
  })
})
