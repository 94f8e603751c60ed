import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateKey } from '~/server/features/one-time-links/open-link'
import { hashToken } from '~/server/platform/crypto/tokens'
import { migratedDatabase } from '../support/database/server-database'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type User = {
  uid: string
  status: string
  email: string
  invitedBy: { ref: string }
  groups: { ref: string }[]
  mailed: string
}
type Refusal = { code: string; fields?: Record<string, string> }

let server: TestServer
let world: DemoWorld
beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
})
afterAll(() => server.stop())

const invite = (role: 'root' | 'admin' | 'partner' | 'viewer', body: object) =>
  world
    .of(role)
    .api.post<User & Refusal>('user-invite', { origin: 'invitation', lang: 'fr', role: 'viewer', ...body })

const home = () => ({ ref: `companies/${world.of('admin').actor.company}` })

describe('an invitation', () => {
  it('creates a pending user without a seat in the named groups, and reports how the e-mail was sent', async () => {
    const admin = world.of('admin')
    const before = (await admin.api.get<{ users: object }>(home().ref)).body.users
    const group = await admin.api.post<{ uid: string }>(`${home().ref}/groups`, { name: 'Newcomers' })
    const ref = `${home().ref}/groups/${group.body.uid}`
    const { status, body } = await invite('admin', {
      email: 'New@People.example',
      company: home(),
      groups: [{ ref }],
    })
    expect([status, body.status, body.email, body.mailed]).toEqual([
      201,
      'pending',
      'new@people.example',
      'outbox',
    ])
    expect(body.invitedBy.ref).toBe(`users/${admin.actor.uid}`)
    expect(body.groups.map(each => each.ref)).toEqual([ref])
    expect((await admin.api.get<{ users: object }>(home().ref)).body.users).toEqual(before)
  })

  it('reports missing fields, an existing user and a role above the inviter’s', async () => {
    expect((await invite('admin', { email: '', role: null, lang: null })).body.fields).toEqual({
      email: 'required',
      role: 'required',
      lang: 'required',
    })
    expect((await invite('admin', { email: 'viewer@demo.example' })).body).toMatchObject({
      code: 'user_exists',
      fields: { email: 'taken' },
    })
    expect((await invite('admin', { email: 'high@people.example', role: 'root' })).body.code).toBe(
      'forbidden_role',
    )
    expect((await invite('viewer', { email: 'low@people.example' })).status).toBe(403)
    const elsewhere = world.companies.find(({ uid }) => uid !== world.of('admin').actor.company)?.uid
    expect(
      (await invite('admin', { email: 'far@people.example', company: { ref: `companies/${elsewhere}` } }))
        .status,
    ).toBe(403)
  })

  it('removes invisible characters from the invited e-mail address', async () => {
    const { body } = await invite('admin', { email: '\u2068Unse\u00ADen@People.example\u200B ' })
    expect(body.email).toBe('unseen@people.example')
    const again = (await invite('admin', { email: 'unseen@people.example' })).body
    expect(again.uid).toBe(body.uid)
    expect((await invite('admin', { email: 'viewer@demo.example\u200B' })).body.fields).toEqual({
      email: 'taken',
    })
    for (const email of ['a..b@x.example', '.a@x.example', 'a@x.example.', 'a@x..example'])
      expect((await invite('admin', { email })).body.fields).toEqual({ email: 'invalid' })
  })

  it('invites the same pending user again by another user of the company', async () => {
    const first = (await invite('admin', { email: 'again@people.example' })).body
    const again = (await invite('root', { email: 'Again@People.example' })).body
    expect([again.uid, again.status]).toEqual([first.uid, 'pending'])
    expect(again.invitedBy.ref).toBe(`users/${world.of('root').actor.uid}`)
    const stranger = (await world.personNamed('admin2')).api
    expect(
      (
        await stranger.post<Refusal>('user-invite', {
          email: 'again@people.example',
          lang: 'es',
          role: 'viewer',
        })
      ).body.code,
    ).toBe('user_exists')
  })

  it('resending an invitation replaces its key, of which only a hash is stored', async () => {
    const { database, close } = await migratedDatabase()
    try {
      const keys = [
        await rotateKey(database, 'invite', 'someone'),
        await rotateKey(database, 'invite', 'someone'),
      ]
      const rows = await database.query<{ value: string }>(sql`select value from auth_verification`)
      expect(rows).toHaveLength(1)
      expect(rows[0]?.value).toBe(hashToken(keys[1] ?? ''))
      expect(keys).not.toContain(rows[0]?.value)
    } finally {
      await close()
    }
  })

  it('deleting the user cancels the invitation', async () => {
    const { uid } = (await invite('admin', { email: 'gone@people.example' })).body
    const { api: caller } = world.of('admin')
    expect((await caller.del(`users/${uid}`)).status).toBe(200)
    expect((await caller.get<User>(`users/${uid}`)).body.status).toBe('deleted')
  })
})
