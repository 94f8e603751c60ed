import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '~/model/grants'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Answer = {
  company: { uid: string; name: string; users: object; seconds: { purchased: number } }
  user: { uid: string; status: string; role: string; lang: string; company: { ref: string } }
  link: string | null
  mailed: string
  code?: string
  fields?: Record<string, string>
}

let server: TestServer
let world: DemoWorld
let root: Api
let count = 0

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
})
afterAll(() => server.stop())

const order = (more: { company?: object; purchases?: object; admin?: object } = {}) => {
  const number = count++
  return {
    company: { name: `Customer ${number}`, ...more.company },
    purchases: { users: 5, maxActive: 3, minutes: 60, ...more.purchases },
    admin: { email: `first${number}@customers.example`, lang: 'es', ...more.admin },
  }
}
const post = (body: object, api = root) => api.post<Answer>('customers', body)

/** Number of records: a refused request must leave none. */
const traces = async () =>
  Promise.all(
    ['companies', 'users', 'mails', 'events'].map(async name => {
      const { body } = await root.get<{ meta: { count: number } }>(`${name}?batch=1`)
      return body.meta.count
    }),
  )

describe('a new customer', () => {
  it('creates a company with its purchases and an administrator who can accept', async () => {
    const body = order()
    const { status, body: made } = await post(body)
    expect([status, made.mailed]).toEqual([201, 'outbox'])
    expect(made.company).toMatchObject({
      name: body.company.name,
      users: { total: 0, purchased: 5, active: 0, maxActive: 3 },
      seconds: { purchased: 3600 },
    })
    expect(made.user).toMatchObject({ status: 'pending', role: 'admin', lang: 'es' })
    const bought = await root.get<{ results: { type: string; quantity: number }[] }>(
      `companies/${made.company.uid}/purchases`,
    )
    expect(bought.body.results.map(({ type, quantity }) => [type, quantity]).sort()).toEqual([
      ...[
        ['maxActive', 3],
        ['minutes', 60],
        ['users', 5],
      ],
    ])
    const hash = new URL(made.link ?? '').pathname.split('/').at(-1)
    const answers = { firstname: 'Fina', lastname: 'First', password: 'long-enough', termsAgreement: 1 }
    const joined = await root.post(`onboarding/invite/${hash}`, answers)
    expect([joined.status, (await root.get<Answer['user']>(`users/${made.user.uid}`)).body.status]).toEqual([
      ...[200, 'active'],
    ])
  })

  it('writes one audit event per step, with the author', async () => {
    const { company } = (await post(order())).body
    const events = await listAll<{ uid: string; type: string }>(root, 'events', {
      company: `companies/${company.uid}`,
    })
    expect(events.map(({ type }) => type).sort()).toEqual([
      ...['companies', 'purchases', 'purchases', 'purchases', 'users'],
    ])
  })

  it.each([
    ['no name', { company: { name: ' ' } }, { 'company.name': 'required' }],
    ['no seat', { purchases: { users: 0 } }, { 'purchases.users': 'too_small' }],
    ['negative seats', { purchases: { maxActive: -4 } }, { 'purchases.maxActive': 'too_small' }],
    ['half a minute', { purchases: { minutes: 0.5 } }, { 'purchases.minutes': 'invalid' }],
    ['too many minutes', { purchases: { minutes: 1e12 } }, { 'purchases.minutes': 'too_large' }],
    ['seats as text', { purchases: { users: 'five' } }, { 'purchases.users': 'invalid' }],
    ['no address', { admin: { email: '' } }, { 'admin.email': 'required' }],
    ['an address that is taken', { admin: { email: 'viewer@demo.example' } }, { 'admin.email': 'taken' }],
    ['no language', { admin: { lang: null } }, { 'admin.lang': 'required' }],
  ])('creates no record of a customer with %s', async (_what, wrong, fields) => {
    const before = await traces()
    const { status, body } = await post(order(wrong))
    expect([status >= 400 && status < 500, body.fields]).toEqual([true, fields])
    expect(await traces()).toEqual(before)
  })

  it.each([
    ['nothing', {}],
    ['lists', { company: [], purchases: [], admin: [] }],
    ['texts', { company: 'x', purchases: 'y', admin: 'z' }],
  ])('refuses a customer made of %s', async (_what, body) => {
    const { status } = await post(body)
    expect(status >= 400 && status < 500).toBe(true)
  })

  it('ignores another role or company of a customer’s administrator', async () => {
    const elsewhere = { company: { ref: `companies/${world.of('admin').actor.company}` }, role: 'root' }
    const { body } = await post(order({ admin: elsewhere }))
    expect(body.user).toMatchObject({ role: 'admin', company: { ref: `companies/${body.company.uid}` } })
  })

  it('creates one customer for repeated and concurrent requests, and keeps the e-mailed link valid', async () => {
    const body = order()
    const all = await Promise.all([post(body), post(body), post(body)])
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(all.map(answer => answer.body.company.uid)).size).toBe(1)
    const links = all.flatMap(answer => answer.body.link ?? [])
    expect(links).toHaveLength(1)
    const hash = new URL(links[0] ?? '').pathname.split('/').at(-1)
    expect((await root.get(`onboarding/invite/${hash}`)).status).toBe(200)
    const other = { ...body, company: { name: 'Another name' } }
    expect((await post(other)).body.fields).toEqual({ 'admin.email': 'taken' })
  })

  it('roles that may not create every part get 403 for a customer', async () => {
    for (const role of roles.filter(each => each !== 'root'))
      expect([role, (await post(order(), world.of(role).api)).status]).toEqual([role, 403])
  })
})
