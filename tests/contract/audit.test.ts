import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventTypes, resourceNames } from '~/model/registry'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Audited = Found & {
  event: string
  type: string
  object: string
  label: string | null
  user: { ref: string } | null
  args: { changes?: Record<string, [unknown, unknown]> }
  address?: string | null
  agent?: string | null
  trace?: string | null
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

let server: TestServer
let world: DemoWorld
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true, env: { TRUST_PROXY: '1' } })
  world = await demoWorld(server)
  root = world.of('root').api
})
afterAll(() => server.stop())

const headers = { 'User-Agent': FIREFOX, 'X-Forwarded-For': '203.0.113.9' }
const eventsOf = (api: Api, object: string) => listAll<Audited>(api, 'events', { object })
const companyOf = (role: 'admin' | 'partner') => `companies/${world.of(role).actor.company}`

/** A group of the admin's company that its admin creates, renames and deletes. */
const lifeOfGroup = async () => {
  const { api } = world.of('admin')
  const body = { name: 'Night shift', company: { ref: companyOf('admin') } }
  const made = await api.call<{ uid: string }>('POST', `${companyOf('admin')}/groups`, { body, headers })
  const ref = `${companyOf('admin')}/groups/${made.body.uid}`
  await api.call('PATCH', ref, { body: { name: 'Day shift' }, headers })
  await api.call('DELETE', ref, { headers })
  return { ref, trace: made.headers.get('x-request-id') }
}

describe('the audit log', () => {
  it('the audit log states user, action, time and origin after the record is deleted', async () => {
    const { ref, trace } = await lifeOfGroup()
    expect((await root.get(ref)).status).toBe(404)
    const told = (await eventsOf(root, ref)).reverse()
    expect(told.map(({ event, label }) => [event, label])).toEqual([
      ['create', 'Night shift'],
      ['update', 'Day shift'],
      ['delete', 'Day shift'],
    ])
    expect(told[1]?.args.changes).toEqual({ name: ['Night shift', 'Day shift'] })
    for (const event of told)
      expect(event).toMatchObject({
        ...{ type: 'groups', address: '203.0.113.9', agent: 'Firefox, Linux' },
        user: { ref: `users/${world.of('admin').actor.uid}` },
      })
    expect(told[0]?.trace).toBe(trace)
  })

  it('admins read the audit log of their company only', async () => {
    const { ref } = await lifeOfGroup()
    expect(await eventsOf(world.of('admin').api, ref)).toHaveLength(3)
    expect(await eventsOf((await world.personNamed('admin2')).api, ref)).toEqual([])
    for (const role of ['manager', 'editor', 'viewer'] as const)
      expect((await world.of(role).api.get('events')).status).toBe(403)
  })

  it('a partner reads the audit log of companies with partner access, without network addresses', async () => {
    const { api, actor } = world.of('partner')
    const seen = await listAll<Audited>(api, 'events')
    const companies = new Set(seen.map(({ company }) => company?.ref.split('/')[1]))
    expect(actor.open.some(uid => companies.has(uid))).toBe(true)
    for (const uid of actor.managed.filter(each => !actor.open.includes(each)))
      expect(companies.has(uid)).toBe(false)
    for (const event of seen)
      expect(Object.keys(event).filter(key => ['address', 'agent', 'trace'].includes(key))).toEqual([])
    const q = encodeURIComponent(JSON.stringify({ address: '203.0.113.9' }))
    expect((await api.get(`events?q=${q}`)).status).toBe(400)
  })

  it('revoking partner access immediately hides the company’s audit log from its partner', async () => {
    const { api, actor } = world.of('partner')
    const [shared = ''] = actor.open
    const count = async () => (await listAll(api, 'events', { company: `companies/${shared}` })).length
    expect(await count()).toBeGreaterThan(0)
    expect((await root.patch(`companies/${shared}`, { allowPartnerAccess: false })).status).toBe(200)
    expect(await count()).toBe(0)
    await root.patch(`companies/${shared}`, { allowPartnerAccess: true })
  })

  it('the audit log records downloads with the name of the record', async () => {
    const [media] = await listAll<Found & { name: string }>(root, 'medias', { status: 'completed' })
    expect((await root.get(`dl/medias/${media?.uid}/file`, headers)).status).toBe(200)
    const [last] = await eventsOf(root, `medias/${media?.uid}`)
    expect(last).toMatchObject({ event: 'download', label: media?.name, address: '203.0.113.9' })
  })

  it('filters the audit log by user, event, type, company and date', async () => {
    const { ref } = await lifeOfGroup()
    const since = new Date(Date.now() - 60_000).toISOString()
    const q = {
      ...{ user: `users/${world.of('admin').actor.uid}`, event: 'delete', type: 'groups' },
      ...{ company: companyOf('admin'), createdAt: { gte: since, lte: new Date().toISOString() } },
    }
    const found = await listAll<Audited>(root, 'events', q)
    expect(found.map(({ object }) => object)).toContain(ref)
    expect(await listAll(root, 'events', { ...q, createdAt: { lt: since }, object: ref })).toEqual([])
  })

  it('the audit log omits changes that change no value', async () => {
    const [company] = world.companies
    const path = `companies/${company?.uid}`
    const { body: before } = await root.get<{ name: string; updatedAt: string }>(path)
    const count = async () => (await eventsOf(root, path)).length
    const first = await count()
    expect((await root.patch(path, { name: ` ${before.name} ` })).body).toEqual(before)
    expect(await count()).toBe(first)
    await root.patch(path, { name: `${before.name} & Co` })
    expect(await count()).toBe(first + 1)
  })

  it('the audit log records the exchange of two users with the same name', async () => {
    const { api } = world.of('admin')
    const company = { ref: companyOf('admin') }
    const [twin, other] = await Promise.all(
      ['one', 'two'].map(async name => {
        const form = { email: `twin.${name}@demo.example`, firstname: 'Ida', lastname: 'Twin', lang: 'en' }
        const more = { company, role: 'viewer', password: 'A-long-password-1' }
        return (await api.post<Found>('users', { ...form, ...more })).body
      }),
    )
    const { body: group } = await api.post<Found>(`${company.ref}/groups`, {
      ...{ name: 'Twins', company, members: [{ ref: `users/${twin?.uid}` }] },
    })
    const ref = `${company.ref}/groups/${group.uid}`
    await api.patch(ref, { members: [{ ref: `users/${other?.uid}` }] })
    const [last] = await eventsOf(root, ref)
    expect(last?.args.changes).toEqual({ members: [['Ida Twin'], ['Ida Twin']] })
  })

  it('the audit log never contains a password', async () => {
    const [target] = await listAll<Found>(root, 'users', { company: companyOf('admin'), role: 'viewer' })
    const secret = 'Never-in-the-log-1'
    expect((await root.patch(`users/${target?.uid}`, { password: secret, lang: 'es' })).status).toBe(200)
    expect(JSON.stringify(await eventsOf(root, `users/${target?.uid}`))).not.toContain(secret)
  })

  it.each(['events', 'security_events'])('%s cannot be changed or deleted, by root neither', async name => {
    const [one] = await listAll<Audited>(root, name)
    const before = JSON.stringify(one)
    for (const method of ['PATCH', 'PUT', 'DELETE', 'POST'])
      for (const path of [name, `${name}/${one?.uid}`])
        expect((await root.call(method, path, { body: { event: 'create' } })).status).toBe(404)
    expect(JSON.stringify((await root.get(`${name}/${one?.uid}`)).body)).toBe(before)
  })

  it('the event types are all resources except the logs', () => {
    const logs = ['events', 'security_events', 'trash', 'notifications']
    expect([...eventTypes].sort()).toEqual(resourceNames.filter(name => !logs.includes(name)).sort())
  })
})
