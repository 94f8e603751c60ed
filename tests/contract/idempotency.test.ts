import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseClient, lockTables } from '../support/database/locked-tables'
import { eventually } from '../support/process/eventually'
import { type Api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type Made = Found & { code?: string; secret?: string; name: string }

let server: TestServer
let world: DemoWorld
let root: Api
let client: pg.Client

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  client = await databaseClient(server)
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
})

const create = (path: string, body: object, key: string, api = root) =>
  api.call<Made>('POST', path, { body, headers: { 'Idempotency-Key': key } })

const company = () => ({ ref: `companies/${world.of('admin').actor.company}` })
const webhook = () => ({
  ...{ name: `Hook ${randomUUID()}`, url: 'https://hooks.example/vecto', active: false },
  company: company(),
})
const webhooksNamed = async (name: string) =>
  (await listAll<Made>(root, 'webhooks')).filter(found => found.name === name)

const storedOf = async (key: string) =>
  (await client.query('select answer from idempotency_keys where key = $1', [key])).rows

/** Makes the stored response this many hours old. */
const age = (key: string, hours: number) =>
  client.query('update idempotency_keys set created_at = now() - make_interval(hours => $2) where key = $1', [
    key,
    hours,
  ])

describe('a creation with an Idempotency-Key', () => {
  it('creates one record for a repeated key and replays the first response', async () => {
    const [body, key] = [webhook(), randomUUID()]
    const first = await create('webhooks', body, key)
    const again = await create('webhooks', body, `"${key}"`)
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await webhooksNamed(body.name)).toHaveLength(1)
  })

  it('creates another record with another key and without one', async () => {
    const body = webhook()
    await create('webhooks', body, randomUUID())
    await create('webhooks', body, randomUUID())
    await root.post('webhooks', body)
    expect(await webhooksNamed(body.name)).toHaveLength(3)
  })

  it('refuses a key that was used with another body or resource', async () => {
    const key = randomUUID()
    await create('webhooks', webhook(), key)
    const other = webhook()
    for (const [path, body] of [
      ['webhooks', other],
      ['companies', { name: 'Other' }],
    ] as const) {
      const { status, body: refusal } = await create(path, body, key)
      expect([status, refusal.code]).toEqual([422, 'idempotency_reused'])
    }
    expect(await webhooksNamed(other.name)).toEqual([])
  })

  it('accepts a key again after a refused request, with a corrected body too', async () => {
    const key = randomUUID()
    expect(await create('webhooks', {}, key)).toMatchObject({ status: 422 })
    expect(await create('webhooks', webhook(), key)).toMatchObject({ status: 201 })
  })

  it.each(['', '""', 'ключ', 'x'.repeat(256)])('refuses the invalid idempotency key: %s', async key => {
    const answer = await create('webhooks', webhook(), encodeURIComponent(key) === key ? key : 'é')
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key'])
  })

  it('keeps keys per user: the same key of another user creates another record', async () => {
    const [body, key] = [webhook(), randomUUID()]
    const first = await create('webhooks', body, key)
    const other = await create('webhooks', body, key, world.of('admin').api)
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(other.body.uid).not.toBe(first.body.uid)
  })

  it('refuses to replay a response to a user whose role has changed', async () => {
    // The partner's company may have both roles.
    const at = { company: { ref: `companies/${world.of('partner').actor.company}` } }
    const [body, key, email] = [{ ...webhook(), ...at }, randomUUID(), `${randomUUID()}@keys.example`]
    const names = { firstname: 'Kim', lastname: 'Keys', lang: 'en', status: 'active', origin: 'creation' }
    const user = { ...names, email, ...at, role: 'admin', password: demoPassword }
    const { uid } = (await create('users', user, randomUUID())).body
    const signIn = () => login(server.url, email, demoPassword)
    expect(await create('webhooks', body, key, await signIn())).toMatchObject({ status: 201 })
    await client.query(`update users set role = 'partner' where uid = $1`, [uid])
    const { status, body: refusal } = await create('webhooks', body, key, await signIn())
    expect([status, refusal.code]).toEqual([422, 'idempotency_reused'])
  })

  it('replays a secret that is otherwise shown once, and stores it encrypted', async () => {
    const [body, key] = [{ name: 'Key', access: 'read', lifetime: '7' }, randomUUID()]
    const { secret = '' } = (await create('tokens', body, key)).body
    expect((await create('tokens', body, key)).body.secret).toBe(secret)
    expect(secret).toMatch(/^vecto_/)
    expect(JSON.stringify(await storedOf(key))).not.toContain(secret)
  })

  it.each([
    ['user-invite', (email: string) => ({ ...invited(email) })],
    [
      'customers',
      (email: string) => ({
        company: { name: email },
        purchases: { users: 1, maxActive: 1 },
        admin: { email, lang: 'en' },
      }),
    ],
  ])('replays the response of %s too', async (path, bodyOf) => {
    const [body, key] = [bodyOf(`${randomUUID()}@keys.example`), randomUUID()]
    const first = await create(path, body, key)
    const again = await create(path, body, key)
    expect([first.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
  })
})

const invited = (email: string) => ({
  ...{ email, lang: 'en', role: 'admin', firstname: 'Ina', lastname: 'Invited', origin: 'invitation' },
  company: company(),
})

describe('concurrent requests with one key', () => {
  it('two concurrent requests with one key create one record', async () => {
    const [body, key] = [webhook(), randomUUID()]
    const unlock = await lockTables(server, ['webhooks'], 3)
    const both = [create('webhooks', body, key), create('webhooks', body, key)]
    const answers = await Promise.all(both)
    await unlock()
    const codes = answers.map(({ status, body: { code } }) => code ?? status)
    // The embedded database runs transactions one after another.
    const second = process.env.TEST_DB === 'postgres' ? 'idempotency_running' : 201
    expect(codes.sort()).toEqual([201, second])
    expect(await create('webhooks', body, key)).toMatchObject({ status: 201 })
    expect(await webhooksNamed(body.name)).toHaveLength(1)
  })
})

describe('the response of a creation', () => {
  it('stores the response in the transaction of the record', async () => {
    const [body, key] = [webhook(), randomUUID()]
    await client.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'no answer is stored'; end $$`)
    await client.query('create trigger fail before insert on idempotency_keys execute function fail()')
    try {
      expect(await create('webhooks', body, key)).toMatchObject({ status: 500 })
      expect(await webhooksNamed(body.name)).toEqual([])
    } finally {
      await client.query('drop trigger fail on idempotency_keys')
    }
    expect(await create('webhooks', body, key)).toMatchObject({ status: 201 })
    expect(await webhooksNamed(body.name)).toHaveLength(1)
  })

  it('replays a response for one day', async () => {
    const [body, key] = [webhook(), randomUUID()]
    await create('webhooks', body, key)
    await age(key, 23)
    await create('webhooks', body, key)
    expect(await webhooksNamed(body.name)).toHaveLength(1)
    await age(key, 25)
    await create('webhooks', body, key)
    expect(await webhooksNamed(body.name)).toHaveLength(2)
  })

  it('the hourly upkeep deletes expired responses', async () => {
    const [expired, valid] = [randomUUID(), randomUUID()]
    for (const key of [expired, valid]) await create('webhooks', webhook(), key)
    await age(expired, 25)
    await client.query(`delete from task_runs where name = 'delete-answers'`)
    await client.end()
    await server.restart()
    client = await databaseClient(server)
    await eventually(
      () => storedOf(expired),
      rows => rows.length === 0,
    )
    expect(await storedOf(valid)).toHaveLength(1)
  })
})
