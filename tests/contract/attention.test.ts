import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '~/model/registry'
import { callNameOf } from '~/src/api/contract/records'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Entry = {
  key: string
  severity: string
  resource: string | null
  tab: string | null
  filter: Record<string, unknown>
  company: { ref: string; label: string } | null
  count: number
  date: string | null
  records: { ref: string; label: string; share: number | null }[]
  failed: boolean
}

let server: TestServer
let world: DemoWorld
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
})
afterAll(() => server.stop())

const attentionOf = async (api: Api, query = '') =>
  (await api.get<{ results: Entry[] }>(`me/attention${query}`)).body.results
const entryOf = async (api: Api, key: string) => (await attentionOf(api)).find(entry => entry.key === key)
const companyOf = (role: 'admin' | 'partner') => world.of(role).actor.company ?? ''

/** The count of the list that the entry opens, for the same reader. */
const listed = async (api: Api, { resource, tab, filter }: Entry) => {
  const { list, ...definition } = resourceOf(resource ?? '')
  const q = { ...filter, ...(tab ? list.tabs?.[tab]?.filter : {}) }
  const path = callNameOf({ list, ...definition })
  const { body, status } = await api.get<{ meta: { count: number } }>(
    `${path}?batch=1&q=${encodeURIComponent(JSON.stringify(q))}`,
  )
  expect(status).toBe(200)
  return body.meta.count
}

/** Invites a user to a company, who stays pending. */
let invitations = 0
const invite = async (company: string) => {
  const email = `pending${++invitations}@new.example`
  const names = { firstname: 'Pen', lastname: 'Ding' }
  const user = { ...names, email, role: 'viewer', lang: 'en', company: { ref: `companies/${company}` } }
  expect((await root.post('user-invite', user)).status).toBe(201)
}

const companyFull = async (company: string) => {
  const { body } = await root.get<{ users: Record<'total' | 'purchased' | 'active' | 'maxActive', number> }>(
    `companies/${company}`,
  )
  return Math.min(body.users.purchased - body.users.total, body.users.maxActive - body.users.active)
}

/** Removes the free seats of a company except the given number. */
const leaveSeats = async (company: string, left: number) => {
  const { body } = await root.get<{ users: Record<'total' | 'purchased' | 'active' | 'maxActive', number> }>(
    `companies/${company}`,
  )
  const { total, purchased, active, maxActive } = body.users
  for (const [type, quantity] of [
    ['users', total + left - purchased],
    ['maxActive', active + left - maxActive],
  ] as const)
    if (quantity !== 0)
      expect((await root.post(`companies/${company}/purchases`, { type, quantity })).status).toBe(201)
}

describe('what needs attention', () => {
  it.each(['root', 'partner', 'admin'] as const)(
    'attention counts for %s equal the counts of the lists',
    async role => {
      const { api } = world.of(role)
      await leaveSeats(companyOf('admin'), 1)
      await leaveSeats(companyOf('partner'), 1)
      const entries = await attentionOf(api)
      expect(entries.map(({ key }) => key)).toEqual(
        expect.arrayContaining(['failedVectos', 'seatsNearlyFull', 'activeSeatsNearlyFull']),
      )
      for (const entry of entries.filter(({ resource }) => resource !== null)) {
        expect(entry.failed).toBe(false)
        expect([entry.key, entry.count]).toEqual([entry.key, await listed(api, entry)])
      }
    },
  )

  it.each(['manager', 'editor', 'viewer'] as const)(
    'attention is empty for %s, who has no lists',
    async role => {
      expect(await attentionOf(world.of(role).api)).toEqual([])
    },
  )

  it('attention reports mail and sign-ins to root only', async () => {
    const kinds = ['mails', 'security_events']
    const told = async (role: 'root' | 'partner' | 'admin') =>
      (await attentionOf(world.of(role).api)).filter(({ resource }) => kinds.includes(resource ?? ''))
    expect((await told('root')).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['noMailServer', 'failedSignIns', 'refusals']),
    )
    expect(await told('partner')).toEqual([])
    expect(await told('admin')).toEqual([])
  })

  it('attention names no record of another company', async () => {
    for (const role of ['admin', 'partner'] as const) {
      const { api } = world.of(role)
      for (const { records } of await attentionOf(api))
        for (const { ref } of records) expect([ref, (await api.get(ref)).status]).toEqual([ref, 200])
    }
  })

  it('attention is split by company for a partner where the list opens for one company', async () => {
    const { api, actor } = world.of('partner')
    const companies = (await attentionOf(api))
      .filter(({ key }) => key === 'failedVectos')
      .map(({ company }) => company?.ref.split('/')[1])
    expect(companies.length).toBeGreaterThan(0)
    for (const uid of companies) expect([actor.company, ...actor.open]).toContain(uid)
  })

  it('attention warns when a company has more invitations than free seats', async () => {
    const { api } = world.of('admin')
    const pending = await listAll<Found>(root, 'users', {
      status: 'pending',
      company: `companies/${companyOf('admin')}`,
    })
    await leaveSeats(companyOf('admin'), pending.length + 1)
    await invite(companyOf('admin'))
    expect(await companyFull(companyOf('admin'))).toBe(pending.length + 1)
    expect(await entryOf(api, 'seatsShort')).toBeUndefined()
    await invite(companyOf('admin'))
    expect(await entryOf(api, 'seatsShort')).toMatchObject({
      count: 1,
      filter: { uid: [companyOf('admin')] },
    })
    expect(await entryOf((await world.personNamed('admin2')).api, 'seatsShort')).toBeUndefined()
  })

  it('attention reports a company’s invitations to its partner only while it grants access', async () => {
    const { api, actor } = world.of('partner')
    const [shared = ''] = actor.open
    await leaveSeats(shared, 0)
    await invite(shared)
    const isSynced = async () => {
      const { filter } = (await entryOf(api, 'seatsShort')) ?? {}
      return Array.isArray(filter?.uid) && filter.uid.includes(shared)
    }
    expect(await isSynced()).toBe(true)
    await root.patch(`companies/${shared}`, { allowPartnerAccess: false })
    expect(await isSynced()).toBe(false)
    const hidden = (await attentionOf(api)).filter(({ company }) => company?.ref === `companies/${shared}`)
    expect(hidden).toEqual([])
    await root.patch(`companies/${shared}`, { allowPartnerAccess: true })
    expect(await isSynced()).toBe(true)
  })

  it('attention reports the used share of a quota', async () => {
    await leaveSeats(companyOf('admin'), 0)
    const entry = await entryOf(world.of('admin').api, 'seatsNearlyFull')
    expect(entry?.records).toEqual([expect.objectContaining({ share: 1 })])
  })

  it('attention lists media deletions within a week, with the first date', async () => {
    const { api } = world.of('admin')
    const before = (await entryOf(api, 'dueMedias'))?.count ?? 0
    const medias = await listAll<Found>(root, 'medias', {
      company: `companies/${companyOf('admin')}`,
      status: 'completed',
    })
    const [soon, later] = medias
    expect((await root.del(`medias/${soon?.uid}`, { delay: 2 })).status).toBe(200)
    expect((await root.del(`medias/${later?.uid}`, { delay: 30 })).status).toBe(200)
    const due = await entryOf(api, 'dueMedias')
    expect(due?.count).toBe(before + 1)
    expect(Date.parse(due?.date ?? '')).toBeLessThan(Date.now() + 3 * 86_400_000)
    expect((await root.patch(`medias/${soon?.uid}/restore`)).status).toBe(200)
    expect((await entryOf(api, 'dueMedias'))?.count ?? 0).toBe(before)
  })

  it('attention lists environments whose versions are deleted within a week, with the first date', async () => {
    const { api } = world.of('admin')
    const home = `companies/${companyOf('admin')}`
    const environments = await listAll<Found>(root, 'environments', { company: home, status: 'completed' })
    const before = (await entryOf(api, 'dueVersions'))?.count ?? 0
    const versionsOf = async ({ uid }: Found) =>
      listAll<Found & { status: string }>(root, `environments/${uid}/versions`, { status: 'completed' })
    const { uid: known } = (await entryOf(api, 'dueVersions'))?.filter ?? {}
    const told: unknown[] = Array.isArray(known) ? known : []
    for (const environment of environments.filter(({ uid }) => !told.includes(uid))) {
      const [one, two, later] = await versionsOf(environment)
      if (!one || !two || !later) continue
      const path = (version: Found) => `environments/${environment.uid}/versions/${version.uid}`
      await root.del(path(later), { delay: 30 })
      expect((await entryOf(api, 'dueVersions'))?.count ?? 0).toBe(before)
      await root.del(path(one), { delay: 2 })
      await root.del(path(two), { delay: 1 })
      const due = await entryOf(api, 'dueVersions')
      expect([due?.resource, due?.count]).toEqual(['environments', before + 1])
      expect(due?.filter.uid).toContain(environment.uid)
      expect(Date.parse(due?.date ?? '')).toBeLessThan(Date.now() + 1.5 * 86_400_000)
      expect(due && (await listed(api, due))).toBe(due?.count)
      const stranger = (await world.personNamed('admin2')).api
      expect((await entryOf(stranger, 'dueVersions'))?.filter.uid ?? []).not.toContain(environment.uid)
      for (const version of [one, two, later]) await root.patch(`${path(version)}/restore`)
      expect((await entryOf(api, 'dueVersions'))?.count ?? 0).toBe(before)
      return
    }
    throw new Error('no environment with three versions')
  })

  it('attention reports jobs without a worker as stuck, not long ones', async context => {
    context.skip(process.env.TEST_DB !== 'postgres', 'the embedded database serves its server alone')
    const [vecto] = await listAll<Found>(root, 'videos3d', { status: 'queued' })
    const client = new pg.Client({ connectionString: server.env.DATABASE_URL })
    await client.connect()
    try {
      const subject = `vectos/${vecto?.uid}`
      const isStuck = async () => {
        const { filter } = (await entryOf(root, 'stuckVectos')) ?? {}
        return Array.isArray(filter?.uid) && filter.uid.includes(vecto?.uid)
      }
      await client.query(`update vectos set updated_at = now() - interval '3 hours' where uid = $1`, [
        vecto?.uid,
      ])
      expect(await isStuck()).toBe(true)
      await client.query(
        `insert into making (subject, kind, job, token, beat_at)
          values ($1, 'make-vecto', gen_random_uuid(), 'worker', now())
          on conflict (subject) do update set token = 'worker', beat_at = now()`,
        [subject],
      )
      expect(await isStuck()).toBe(false)
      await client.query(`update making set beat_at = now() - interval '1 hour' where subject = $1`, [
        subject,
      ])
      expect(await isStuck()).toBe(true)
    } finally {
      await client.end()
    }
  })

  it('answers 401 to a query of attention without a session', async () => {
    const response = await fetch(new URL('/parse/me/attention', server.url))
    expect(response.status).toBe(401)
  })
})

describe('attention in one company', () => {
  it('attention counts in one company equal the counts of the lists filtered by it', async () => {
    const company = `companies/${companyOf('admin')}`
    const entries = await attentionOf(root, `?company=${company}`)
    const counted = entries.filter(({ resource }) => resource !== null)
    expect(counted.length).toBeGreaterThan(1)
    for (const entry of counted)
      expect([entry.key, entry.count]).toEqual([entry.key, await listed(root, entry)])
    const everywhere = await attentionOf(root)
    const sum = (some: readonly Entry[]) => some.reduce((total, { count }) => total + count, 0)
    expect(sum(entries)).toBeLessThan(sum(everywhere))
    const named = entries.flatMap(({ resource, records }) => (resource === 'companies' ? records : []))
    expect(named.filter(({ ref }) => ref !== company)).toEqual([])
  })

  it('attention is empty in a company that its reader cannot see', async () => {
    const { api, actor } = world.of('admin')
    const [foreign = ''] = world.companiesOf(actor, 'foreign')
    const entries = await attentionOf(api, `?company=companies/${foreign}`)
    expect(entries.filter(({ resource }) => resource !== null && resource !== 'mails')).toEqual([])
    expect((await api.get('me/attention?company=nothing')).status).toBe(400)
  })
})
