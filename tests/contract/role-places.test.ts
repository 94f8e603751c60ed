import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { connect } from '~/server/platform/database/connection'
import type { Row } from '~/server/platform/database/database'
import { migrate, readMigrations } from '~/server/platform/database/migrations'
import { testDatabase } from '../support/database/database'
import { databaseClient } from '../support/database/locked-tables'
import { type Api, api, login } from '../support/server/api'
import { newDataFolder } from '../support/server/data-folder'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { lastLink } from '../support/server/sent-links'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type Refusal = { code: string; fields?: Record<string, string>; params?: Record<string, string> }
type Answer = Found & Refusal & { status: string }

let server: TestServer
let world: DemoWorld
let root: Api
let partner: Api
let client: pg.Client
/** A company that the partner manages, with partner access. */
let open: string
let partners: string
let provider: string
let made = 0

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  partner = world.of('partner').api
  client = await databaseClient(server)
  open = world.companiesOf(world.of('partner').actor, 'open')[0] ?? ''
  partners = world.of('partner').actor.company ?? ''
  provider = world.of('root').actor.company ?? ''
  for (const type of ['users', 'maxActive'])
    for (const company of [open, partners, provider])
      await root.post(`companies/${company}/purchases`, { type, quantity: 50 })
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
})

const inCompany = (uid: string) => ({ ref: `companies/${uid}` })
const person = (role: string, company: string) => ({
  ...{ firstname: 'Pia', lastname: 'Place', lang: 'en', origin: 'creation', password: demoPassword },
  ...{ email: `place${++made}@new.example`, role, company: inCompany(company) },
})
const newUser = async (role: string, company: string, caller = root) => {
  const user = person(role, company)
  const { body, status } = await caller.post<Answer>('users', user)
  expect([status, body.code]).toEqual([201, undefined])
  return { uid: body.uid, email: user.email }
}
const refusalOf = ({ status, body }: { status: number; body: Refusal }) => [status, body.code, body.fields]
const noPartner = (field: string) => [422, 'validation', { [field]: 'no_partner' }]
const noProvider = (field: string) => [422, 'validation', { [field]: 'no_provider' }]

describe('a partner account', () => {
  it('refuses to create or invite a partner account in a company that is no partner', async () => {
    for (const caller of [root, partner]) {
      expect(refusalOf(await caller.post<Answer>('users', person('partner', open)))).toEqual(
        noPartner('role'),
      )
      const { password: _password, origin: _origin, ...invited } = person('partner', open)
      expect(refusalOf(await caller.post<Answer>('user-invite', invited))).toEqual(noPartner('role'))
    }
  })

  it('refuses to promote or move a user to partner in a company that is no partner', async () => {
    const { uid } = await newUser('viewer', open, partner)
    const colleague = await newUser('partner', partners, partner)
    for (const caller of [root, partner]) {
      const promoted = await caller.patch<Answer>(`users/${uid}`, { role: 'partner' })
      expect(refusalOf(promoted)).toEqual(noPartner('role'))
      const moved = await caller.patch<Answer>(`users/${colleague.uid}`, { company: inCompany(open) })
      expect(refusalOf(moved)).toEqual(noPartner('company'))
    }
    const both = await root.patch<Answer>(`users/${uid}`, { role: 'partner', company: inCompany(partners) })
    expect(both.status).toBe(200)
  })

  it('a partner creates partner accounts only in their own company', async () => {
    await root.patch(`companies/${open}`, { isPartner: true })
    const { uid } = await newUser('viewer', open, partner)
    const answers = [
      await partner.post<Answer>('users', person('partner', open)),
      await partner.patch<Answer>(`users/${uid}`, { role: 'partner' }),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(['forbidden_role', 'forbidden_role'])
    expect((await root.patch(`companies/${open}`, { isPartner: false })).status).toBe(200)
  })

  it('refuses to withdraw partner status while partner accounts exist, naming them', async () => {
    const { body: company } = await root.post<Found>('companies', { name: 'Once a partner', isPartner: true })
    for (const type of ['users', 'maxActive'])
      await root.post(`companies/${company.uid}/purchases`, { type, quantity: 5 })
    const { uid } = await newUser('partner', company.uid)
    const withdraw = () => root.patch<Refusal>(`companies/${company.uid}`, { isPartner: false })
    expect(await withdraw()).toMatchObject({
      ...{ status: 409, body: { code: 'partner_accounts', params: { names: 'Pia Place' } } },
    })
    await root.patch(`users/${uid}`, { status: 'disabled' })
    expect((await withdraw()).status).toBe(409)
    expect((await root.del(`users/${uid}`)).status).toBe(200)
    expect((await withdraw()).status).toBe(200)
    const restored = await root.patch<Refusal>(`trash/users-${uid}/restore`, {})
    expect(refusalOf(restored)).toEqual(noPartner('role'))
  })

  it('the API, bulk actions and the database refuse an active partner account outside a partner company', async () => {
    const { uid } = await newUser('viewer', open)
    const misplace = `update users set role = 'partner' where uid = $1`
    await expect(client.query(misplace, [uid])).rejects.toThrow('no accounts with the role partner')
    await expect(
      client.query(`update companies set is_partner = false where uid = $1`, [partners]),
    ).rejects.toThrow('need what it is')
    // The state that the migration leaves: disabled.
    await client.query(`update users set role = 'partner', status = 'disabled' where uid = $1`, [uid])
    const enabled = await root.patch<Refusal>(`users/${uid}`, { status: 'active' })
    expect(refusalOf(enabled)).toEqual(noPartner('status'))
    const bulk = await root.post<{ done: string[]; left: { code: string }[] }>('users/bulk/reactivate', {
      uids: [uid],
    })
    expect([bulk.body.done, bulk.body.left.map(({ code }) => code)]).toEqual([[], ['validation']])
  })

  it('never creates a partner account while a concurrent request withdraws partner status', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { body: company } = await root.post<Found>('companies', { name: 'Race', isPartner: true })
      for (const type of ['users', 'maxActive'])
        await root.post(`companies/${company.uid}/purchases`, { type, quantity: 5 })
      const answers = await Promise.all([
        root.post<Answer>('users', person('partner', company.uid)),
        root.patch<Refusal>(`companies/${company.uid}`, { isPartner: false }),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(answers.every(({ status }) => status < 500)).toBe(true)
    }
  })
})

describe('a root account', () => {
  it('refuses a root account outside the provider’s company when created, invited, promoted or moved', async () => {
    const other = partners
    expect(refusalOf(await root.post<Answer>('users', person('root', other)))).toEqual(noProvider('role'))
    const { password: _password, origin: _origin, ...invited } = person('root', other)
    expect(refusalOf(await root.post<Answer>('user-invite', invited))).toEqual(noProvider('role'))
    const { uid } = await newUser('admin', other)
    expect(refusalOf(await root.patch<Answer>(`users/${uid}`, { role: 'root' }))).toEqual(noProvider('role'))
    const colleague = await newUser('root', provider)
    const moved = await root.patch<Answer>(`users/${colleague.uid}`, { company: inCompany(other) })
    expect(refusalOf(moved)).toEqual(noProvider('company'))
    expect((await root.patch(`users/${colleague.uid}`, { role: 'viewer' })).status).toBe(200)
  })

  it('refuses a second provider company through the API and in the database', async () => {
    const answers = [
      await root.patch<Refusal>(`companies/${open}`, { isProvider: true }),
      await root.post<Refusal>('companies', { name: 'Second provider', isProvider: true }),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(['forbidden_fields', 'forbidden_fields'])
    const found = await listAll<Found & { isProvider: boolean }>(root, 'companies')
    expect(found.filter(({ isProvider }) => isProvider).map(({ uid }) => uid)).toEqual([provider])
    await expect(
      client.query(`update companies set is_provider = true where uid = $1`, [open]),
    ).rejects.toThrow('companies_is_provider')
  })
})

describe('a user', () => {
  it('refuses users who move themselves to another company', async () => {
    const colleague = await newUser('root', provider)
    const session = await login(server.url, colleague.email, demoPassword)
    for (const [caller, uid] of [
      [partner, world.of('partner').actor.uid],
      [session, colleague.uid],
      [world.of('admin').api, world.of('admin').actor.uid],
    ] as const) {
      const { status, body } = await caller.patch<Refusal>(`users/${uid}`, { company: inCompany(open) })
      expect([status, body.code]).toEqual([403, 'forbidden'])
    }
  })

  it('a partner invites a partner to their own company, who accepts by the link', async () => {
    const { password: _password, origin: _origin, ...invited } = person('partner', partners)
    expect((await partner.post('user-invite', invited)).status).toBe(201)
    const { hash } = await lastLink(root, invited.email)
    const answers = { firstname: 'P', lastname: 'P', password: demoPassword, termsAgreement: 1 }
    expect((await root.post(`onboarding/invite/${hash}`, answers)).status).toBe(200)
  })
})

type Above = { uid: string; label: string; role: string; status: string; sessions: number; tokens: number }

describe('accounts above a company’s administrators', () => {
  const below = async (company: string) => {
    const { email } = await newUser('admin', company)
    return login(server.url, email, demoPassword)
  }
  const boss = async () => {
    const { uid, email } = await newUser('partner', partners)
    const session = await login(server.url, email, demoPassword)
    const token = { name: 'Nightly', access: 'read', lifetime: '7' }
    const { secret } = (await session.post<{ secret: string }>('tokens', token)).body
    return { uid, session, token: api(server.url, secret) }
  }
  const listOf = (caller: Api, company = partners) =>
    caller.get<{ results: Above[]; code?: string }>(`companies/${company}/accounts-above`)
  const at = (uid: string, company = partners) => `companies/${company}/accounts-above/${uid}`

  it('administrators see name, role, status and use of accounts above them, and nothing else', async () => {
    const admin = await below(partners)
    const { uid } = await boss()
    const { results } = (await listOf(admin)).body
    const found = results.find(each => each.uid === uid)
    expect(found).toMatchObject({
      ...{ label: 'Pia Place', role: 'partner', status: 'active', sessions: 1, tokens: 1 },
    })
    expect(Object.keys(found ?? {}).sort()).toEqual([
      ...['createdAt', 'label', 'lastLoginAt', 'role', 'sessions', 'status', 'tokens', 'uid'],
    ])
    expect((await admin.get(`users/${uid}`)).status).toBe(404)
    expect(results.map(each => each.uid)).not.toContain(world.of('root').actor.uid)
  })

  it('administrators can end sessions and tokens of accounts above them, disable and delete them', async () => {
    const admin = await below(partners)
    const { uid, session, token } = await boss()
    expect((await token.get('users')).status).toBe(200)
    expect((await admin.patch(`${at(uid)}/endSessions`)).status).toBe(200)
    expect([(await session.get('users/me')).status, (await token.get('users')).status]).toEqual([401, 401])
    expect((await admin.patch(`${at(uid)}/disable`)).status).toBe(200)
    expect((await root.get<Answer>(`users/${uid}`)).body.status).toBe('disabled')
    expect((await admin.del(at(uid))).status).toBe(200)
    expect((await root.get<Answer>(`users/${uid}`)).body.status).toBe('deleted')
    expect((await admin.del(at(uid))).status).toBe(404)
    expect((await admin.patch<Refusal>(`trash/users-${uid}/restore`, {})).status).toBe(403)
    expect((await root.patch<Refusal>(`trash/users-${uid}/restore`, {})).status).toBe(200)
  })

  it('administrators cannot read accounts above them elsewhere, nor change equal or lower ranks there', async () => {
    const admin = world.of('admin').api
    const own = world.of('admin').actor.company ?? ''
    const { uid } = await boss()
    expect((await listOf(admin)).status).toBe(404)
    expect((await listOf(admin, own)).body.results).toEqual([])
    for (const path of [
      at(uid),
      at(uid, own),
      at(world.of('admin').actor.uid, own),
      at(world.of('viewer').actor.uid, own),
    ]) {
      expect((await admin.patch(`${path}/disable`)).status).toBe(404)
      expect((await admin.del(path)).status).toBe(404)
    }
    for (const role of ['manager', 'editor', 'viewer'] as const)
      expect((await listOf(world.of(role).api, own)).status).toBe(403)
  })

  it('administrators of the provider see root accounts but cannot change them', async () => {
    const admin = await below(provider)
    const { uid } = world.of('root').actor
    expect((await listOf(admin, provider)).body.results.map(each => each.uid)).toContain(uid)
    for (const answer of [
      await admin.patch<Refusal>(`${at(uid, provider)}/endSessions`),
      await admin.patch<Refusal>(`${at(uid, provider)}/disable`),
      await admin.del<Refusal>(at(uid, provider)),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden_role'])
    expect((await root.get('users/me')).status).toBe(200)
  })
})

describe('the default role of a company', () => {
  it('refuses a default role that the company may not have', async () => {
    const { body: company } = await root.post<Found>('companies', { name: 'Defaults' })
    const set = (more: object) => root.patch<Refusal>(`companies/${company.uid}`, more)
    expect(refusalOf(await set({ role: 'partner' }))).toEqual(noPartner('role'))
    expect(refusalOf(await set({ role: 'root' }))).toEqual(noProvider('role'))
    expect((await set({ role: 'partner', isPartner: true })).status).toBe(200)
    expect(refusalOf(await set({ isPartner: false }))).toEqual(noPartner('role'))
    expect((await set({ isPartner: false, role: 'viewer' })).status).toBe(200)
    const created = await root.post<Refusal>('companies', { name: 'Wrong', role: 'root' })
    expect(refusalOf(created)).toEqual(noProvider('role'))
  })
})

describe('the migration', () => {
  it('the migration disables accounts in the wrong company and ends their sessions and tokens', async () => {
    const folder = newDataFolder('places')
    const { env } = await testDatabase()
    const connection = await connect(readConfig({ DATA_DIR: folder, ...env }, 'test'))
    const { database } = connection
    const all = readMigrations()
    await migrate(
      connection,
      all.filter(({ name }) => name < '0046'),
    )
    await database.query(sql.raw(misplaced))
    const ran = await migrate(connection, all)
    expect(ran).toContain('0046_role-places.sql')
    const read = <T extends Row>(statement: string) => database.query<T>(sql.raw(statement))
    expect(await read('select uid, status, is_active from users order by uid')).toEqual([
      { uid: 'climber', status: 'disabled', is_active: false },
      { uid: 'first', status: 'active', is_active: true },
      { uid: 'partner', status: 'active', is_active: true },
      { uid: 'second', status: 'disabled', is_active: false },
      { uid: 'viewer', status: 'active', is_active: true },
    ])
    expect(
      await read(`select uid, is_provider, role, users_active::int as active from companies order by uid`),
    ).toEqual([
      { uid: 'customer', is_provider: false, role: 'manager', active: 1 },
      { uid: 'provider', is_provider: true, role: 'root', active: 1 },
      { uid: 'sales', is_provider: false, role: 'partner', active: 1 },
    ])
    const lists = [
      'select object as uid from events order by 1',
      `select 'users/' || user_uid as uid from security_events order by 1`,
    ]
    for (const list of lists)
      expect(await read(list)).toEqual([{ uid: 'users/climber' }, { uid: 'users/second' }])
    expect(await read('select id from auth_session')).toEqual([{ id: 's1' }])
    expect(await read('select uid from sessions where ended_at is null')).toEqual([{ uid: 's1' }])
    await connection.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

/** Rows of a platform that has a partner account and a second root account in a customer's company. */
const misplaced = `
  insert into companies (uid, name, is_partner, role, users_active) values
    ('provider', 'Provider', false, 'root', 1), ('sales', 'Sales', true, 'partner', 1), ('customer', 'Customer', false, 'partner', 3);
  insert into users (uid, email, role, status, is_active, company_uid, created_at) values
    ('first', 'a@x.example', 'root', 'active', true, 'provider', '2024-01-01'),
    ('second', 'b@x.example', 'root', 'active', true, 'customer', '2024-02-01'),
    ('partner', 'c@x.example', 'partner', 'active', true, 'sales', '2024-02-01'),
    ('climber', 'd@x.example', 'partner', 'active', true, 'customer', '2024-02-01'),
    ('viewer', 'e@x.example', 'viewer', 'active', true, 'customer', '2024-02-01');
  insert into auth_user (id, name, email) values ('first', 'a', 'a@x.example'), ('climber', 'd', 'd@x.example');
  insert into auth_session (id, "userId", token, "expiresAt") values
    ('s1', 'first', 't1', now() + interval '1 day'), ('s2', 'climber', 't2', now() + interval '1 day');
  insert into sessions (uid, user_uid) values ('s1', 'first'), ('s2', 'climber');
`
