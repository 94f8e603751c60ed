import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Company = {
  uid: string
  users: { total: number; purchased: number; active: number; maxActive: number }
  seconds: { used: number; purchased: number }
}
type Refusal = { code: string; fields?: Record<string, string>; params?: Record<string, unknown> }

let server: TestServer
let world: DemoWorld
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
})
afterAll(() => server.stop())

let made = 0
const newCompany = async (...bought: [type: string, quantity: number][]) => {
  const { body } = await root.post<Company>('companies', { name: `Quota ${++made}` })
  for (const [type, quantity] of bought)
    expect((await root.post(`companies/${body.uid}/purchases`, { type, quantity })).status).toBe(201)
  return body.uid
}
const read = async (uid: string) => (await root.get<Company>(`companies/${uid}`)).body

const newUser = (company: string, more: object = {}) =>
  root.post<Refusal & { uid: string }>('users', {
    origin: 'creation',
    firstname: 'Seat',
    lastname: 'Taker',
    email: `seat${++made}@quota.example`,
    password: 'secret-enough',
    role: 'viewer',
    lang: 'en',
    company: { ref: `companies/${company}` },
    ...more,
  })

describe('purchases', () => {
  it('purchases add up to the quotas of their company, minutes as seconds', async () => {
    const uid = await newCompany(['users', 10], ['users', -3], ['maxActive', 5], ['minutes', 120])
    expect(await read(uid)).toMatchObject({
      users: { purchased: 7, maxActive: 5 },
      seconds: { purchased: 7200 },
    })
  })

  it('a purchase records its real author and company, and cannot be changed', async () => {
    const uid = await newCompany()
    const { body } = await root.post<{ uid: string; createdBy: { ref: string }; company: { ref: string } }>(
      `companies/${uid}/purchases`,
      {
        type: 'users',
        quantity: 1,
        comment: 'Trial',
        createdBy: { ref: 'users/nobody' },
        company: { ref: `companies/${uid}` },
      },
    )
    expect(body.createdBy.ref).toBe(`users/${world.of('root').actor.uid}`)
    expect(body.company.ref).toBe(`companies/${uid}`)
    expect((await root.patch(`companies/${uid}/purchases/${body.uid}`, { quantity: 100 })).status).toBe(404)
    expect((await root.del(`companies/${uid}/purchases/${body.uid}`)).status).toBe(404)
  })

  it('reports missing or invalid values of a purchase on their fields', async () => {
    const uid = await newCompany()
    const refused = async (body: object) =>
      (await root.post<Refusal>(`companies/${uid}/purchases`, body)).body.fields
    expect(await refused({})).toEqual({ type: 'required', quantity: 'required' })
    expect(await refused({ type: 'users', quantity: 0 })).toEqual({ quantity: 'invalid' })
    expect(await refused({ type: 'users', quantity: 1.5 })).toEqual({ quantity: 'invalid' })
    expect(await refused({ type: 'gold', quantity: 1 })).toEqual({ type: 'unknown_option' })
    expect(await refused({ type: 'users', quantity: 1, company: { ref: 'companies/other' } })).toEqual({
      company: 'invalid',
    })
  })

  it('refuses to take back seats that are used', async () => {
    const uid = await newCompany(['users', 3], ['maxActive', 3])
    expect((await newUser(uid)).status).toBe(201)
    expect((await newUser(uid)).status).toBe(201)
    const { status, body } = await root.post<Refusal>(`companies/${uid}/purchases`, {
      type: 'users',
      quantity: -2,
    })
    expect([status, body.code, body.fields]).toEqual([409, 'quota', { quantity: 'quota' }])
    expect(body.params).toMatchObject({ left: 1, total: 3, used: 2 })
    expect((await root.post(`companies/${uid}/purchases`, { type: 'users', quantity: -1 })).status).toBe(201)
    expect((await read(uid)).users).toMatchObject({ purchased: 2, total: 2 })
  })
})

describe('seats', () => {
  it('refuses a user beyond the purchased seats with the amounts, and creates none', async () => {
    const uid = await newCompany(['users', 2], ['maxActive', 1])
    expect((await newUser(uid)).status).toBe(201)
    const { status, body } = await newUser(uid, { email: 'late@quota.example' })
    expect([status, body.code, body.params]).toEqual([
      409,
      'quota',
      { quota: 'maxActive', left: 0, total: 1, used: 1 },
    ])
    expect((await read(uid)).users).toMatchObject({ total: 1, active: 1 })
    expect((await newUser(uid, { email: 'late@quota.example', status: 'disabled' })).status).toBe(201)
    expect((await newUser(uid, { status: 'disabled' })).body.params).toMatchObject({ quota: 'users' })
  })

  it('frees the seats of users who are disabled, deleted or moved', async () => {
    const [one, other] = [
      await newCompany(['users', 2], ['maxActive', 1]),
      await newCompany(['users', 1], ['maxActive', 1]),
    ]
    const { body } = await newUser(one)
    await root.patch(`users/${body.uid}`, { status: 'disabled' })
    expect((await read(one)).users).toMatchObject({ total: 1, active: 0 })
    await root.patch(`users/${body.uid}`, { status: 'active' })
    expect((await root.patch(`users/${body.uid}`, { company: { ref: `companies/${other}` } })).status).toBe(
      200,
    )
    expect((await read(one)).users).toMatchObject({ total: 0, active: 0 })
    expect((await read(other)).users).toMatchObject({ total: 1, active: 1 })
    await root.del(`users/${body.uid}`)
    expect((await read(other)).users).toMatchObject({ total: 0, active: 0 })
  })

  it('seat quotas are enforced under concurrency', async () => {
    const uid = await newCompany(['users', 4], ['maxActive', 4])
    for (let taken = 0; taken < 3; taken++) expect((await newUser(uid)).status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 6 }, () => newUser(uid)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('quota')
    expect((await read(uid)).users).toMatchObject({ total: 4, active: 4 })
  })
})

describe('minutes', () => {
  const vecto = (video: string, end: number) =>
    root.post<Refusal & { uid: string }>('videos3d', {
      name: `Clip ${++made}`,
      mode: 'fast',
      framerate: 30,
      offsetStart: 0,
      offsetEnd: end,
      duration: end,
      video: { ref: `videos/${video}` },
    })

  /** A ready video of a demo company with exactly this many seconds left. */
  const videoWith = async (left: number) => {
    const { body } = await root.get<{
      results: { uid: string; duration: number; company: { ref: string } }[]
    }>(`videos?batch=100&q=${encodeURIComponent(JSON.stringify({ pending: false }))}`)
    const video = body.results.find(each => each.duration >= 2)
    if (!video) throw new Error('the demo has no ready video')
    const company = video.company.ref.split('/')[1] ?? ''
    await root.get('utils/resetcounter/companies')
    const { seconds } = await read(company)
    const minutes = Math.floor((seconds.purchased - seconds.used) / 60)
    await root.post(`companies/${company}/purchases`, { type: 'minutes', quantity: -minutes || 1 })
    let rest = (await read(company)).seconds
    for (; rest.purchased - rest.used > left; rest = (await read(company)).seconds)
      expect((await vecto(video.uid, Math.min(2, rest.purchased - rest.used - left))).status).toBe(201)
    return { video: video.uid, company }
  }

  it('minute quotas are enforced under concurrency, and deleting a 3D video refunds them', async () => {
    const { video, company } = await videoWith(2)
    const answers = await Promise.all([vecto(video, 2), vecto(video, 2), vecto(video, 2)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const refused = answers.find(({ status }) => status === 409)?.body
    expect([refused?.code, refused?.fields]).toEqual(['quota', { duration: 'quota' }])
    const { seconds } = await read(company)
    expect(seconds.used).toBe(seconds.purchased)
    const kept = answers.find(({ status }) => status === 201)?.body.uid
    expect((await root.del(`videos/${video}/vectos/${kept}`)).status).toBe(200)
    expect((await read(company)).seconds.used).toBe(seconds.purchased - 2)
    expect((await vecto(video, 1.2)).status).toBe(201)
  })
})
