import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { freePort } from '../support/server/free-port'
import { startServer, type TestServer } from '../support/server/test-server'
import { until } from '../support/video/video-jobs'

type Webhook = { uid: string; secret: string | null; events: string[] }
type Delivery = {
  uid: string
  type: string
  status: string
  attempts: number
  answer: number | null
  reason: string
}
type Arrived = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** The only internal address that webhooks may reach in these tests. */
const HOST = '127.0.0.2'

/** A customer's server whose response the test sets. */
const receiver = async () => {
  const arrived: Arrived[] = []
  const port = await freePort()
  let answer = 200
  const http: Server = createServer(async (request, response) => {
    arrived.push({ headers: request.headers, body: await text(request) })
    response.writeHead(answer, answer === 302 ? { location: `http://${HOST}:${port}/elsewhere` } : {}).end()
  })
  await new Promise<void>(done => void http.listen(port, HOST, done))
  return {
    url: `http://${HOST}:${port}/hook`,
    arrived,
    answerWith: (status: number) => {
      answer = status
    },
    close: () => http.close(),
  }
}

let server: TestServer
let world: DemoWorld
let customer: Awaited<ReturnType<typeof receiver>>
beforeAll(async () => {
  customer = await receiver()
  server = await startServer({ demo: true, env: { WEBHOOK_NETWORKS: `${HOST}/32` } })
  world = await demoWorld(server)
})
afterAll(async () => {
  customer.close()
  await server.stop()
})

const make = async (owner: Api, company: string | null, more: object = {}) => {
  const body = { name: 'Planning', url: customer.url, company: { ref: `companies/${company}` }, ...more }
  const { status, body: made } = await owner.post<Webhook>('webhooks', body)
  expect([status, made]).toEqual([201, expect.anything()])
  return made
}
const deliveriesOf = (reader: Api, webhook: string) =>
  listAll<Delivery>(reader, 'deliveries', { webhook: `webhooks/${webhook}` })
const ended = async (reader: Api, webhook: string, status: string) =>
  until(
    async () => (await deliveriesOf(reader, webhook)).find(each => each.status === status),
    found => found !== undefined,
  )
const isSigned = (secret: string, { headers, body }: Arrived) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('a webhook', () => {
  it('delivers a webhook signed with a secret that is shown once', async () => {
    const { api: admin, actor } = world.of('admin')
    const { uid, secret } = await make(admin, actor.company)
    expect(secret).toMatch(/^whsec_/)
    expect((await admin.get<Webhook>(`webhooks/${uid}`)).body.secret).toBeNull()
    expect((await admin.post(`webhooks/${uid}/test`)).status).toBe(200)
    const delivery = await ended(admin, uid, 'delivered')
    expect(delivery).toMatchObject({ type: 'test', attempts: 1, answer: 200 })
    const arrived = customer.arrived.find(({ headers }) => headers['webhook-id'] === delivery?.uid)
    expect(arrived && isSigned(secret ?? '', arrived)).toBe(true)
    expect(arrived && isSigned(`whsec_${'A'.repeat(43)}=`, arrived)).toBe(false)
    expect(JSON.parse(arrived?.body ?? '')).toMatchObject({ type: 'test', data: { webhook: 'Planning' } })
  })

  it('limits webhook tests to twenty in ten minutes', async () => {
    const { api: admin, actor } = world.of('admin')
    const { uid } = await make(admin, actor.company)
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1)
      statuses.push((await admin.post(`webhooks/${uid}/test`)).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })

  it('delivers a webhook only for the subscribed events of its own company', async () => {
    const { api: admin, actor } = world.of('admin')
    const { api: stranger, actor: other } = await world.personNamed('admin2')
    const told = await make(admin, actor.company, { events: ['vecto.failed'] })
    const deaf = await make(admin, actor.company, { events: ['vecto.completed', 'quota.low'] })
    const theirs = await make(stranger, other.company)
    const [waiting] = await listAll<{ uid: string; video: { ref: string }; name: string }>(
      admin,
      'videos3d',
      {
        status: ['new', 'pending', 'queued', 'processing'],
      },
    )
    const cancelled = await admin.patch(`${waiting?.video.ref}/vectos/${waiting?.uid}/cancel`)
    expect(cancelled.status).toBe(200)
    const delivery = await ended(admin, told.uid, 'delivered')
    expect(delivery?.type).toBe('vecto.failed')
    const arrived = customer.arrived.find(({ headers }) => headers['webhook-id'] === delivery?.uid)
    expect(JSON.parse(arrived?.body ?? '').data).toMatchObject({
      name: waiting?.name,
      reasonCode: 'cancelled',
    })
    expect(await deliveriesOf(admin, deaf.uid)).toEqual([])
    expect(await deliveriesOf(stranger, theirs.uid)).toEqual([])
  })

  it('a webhook subscribes to the usual events, to those that it names, or is refused', async () => {
    const { api: admin, actor } = world.of('admin')
    const usual = await make(admin, actor.company)
    expect(usual.events).toEqual(['vecto.completed', 'vecto.failed', 'quota.low'])
    const named = await make(admin, actor.company, { events: ['quota.low', 'video.failed', 'quota.low'] })
    expect(named.events).toEqual(['video.failed', 'quota.low'])
    const address = `webhooks/${named.uid}`
    const many = Array.from({ length: 1000 }, (_, index) => `event.${index}`)
    const refused: [unknown, string][] = [
      [[], 'required'],
      [null, 'required'],
      [['vecto.started'], 'unknown_option'],
      [many, 'unknown_option'],
      [['quota.low', null], 'unknown_option'],
      [[['quota.low']], 'unknown_option'],
      ['quota.low', 'invalid'],
    ]
    for (const [events, code] of refused)
      expect((await admin.patch(address, { events })).body.fields).toEqual({ events: code })
    const repeated = Array(1000).fill('vecto.failed')
    expect((await admin.patch<Webhook>(address, { events: repeated })).body.events).toEqual(['vecto.failed'])
    const body = {
      name: 'None',
      url: customer.url,
      company: { ref: `companies/${actor.company}` },
      events: [],
    }
    expect((await admin.post('webhooks', body)).body.fields).toEqual({ events: 'required' })
    const found = await listAll<Webhook>(admin, 'webhooks', { events: 'video.failed' })
    expect(found.map(({ uid }) => uid)).toEqual([])
    const failing = await listAll<Webhook>(admin, 'webhooks', { events: 'vecto.failed' })
    expect(failing.map(({ uid }) => uid)).toEqual(expect.arrayContaining([usual.uid, named.uid]))
    expect((await admin.patch(address, { on: { quotaLow: true } })).body.code).toBe('unknown_field')
  })

  it('renaming a completed 3D video triggers no webhook', async () => {
    const { api: admin, actor } = world.of('admin')
    const { uid: webhook } = await make(admin, actor.company)
    const [vecto] = await listAll<{ uid: string; video: { ref: string } }>(admin, 'videos3d', {
      status: 'completed',
    })
    const path = `${vecto?.video.ref}/vectos/${vecto?.uid}`
    expect((await admin.patch(path, { newname: 'Another name', status: 'renaming' })).status).toBe(200)
    const read = () => admin.get<{ name: string; status: string }>(path)
    const { body } = await until(
      read,
      ({ body: { status, name } }) => status === 'completed' && name === 'Another name',
    )
    expect(body.status).toBe('completed')
    expect(await deliveriesOf(admin, webhook)).toEqual([])
  })

  it('retries a webhook after an error or redirect, and manually with the same id', async () => {
    const { api: admin, actor } = world.of('admin')
    for (const status of [500, 302]) {
      customer.answerWith(status)
      const { uid } = await make(admin, actor.company)
      await admin.post(`webhooks/${uid}/test`)
      const failing = await until(
        async () => (await deliveriesOf(admin, uid)).find(each => each.answer === status),
        found => found !== undefined,
      )
      expect(failing).toMatchObject({ status: 'waiting', attempts: 1 })
      customer.answerWith(200)
      expect((await admin.patch(`deliveries/${failing?.uid}/retry`)).status).toBe(200)
      expect(await ended(admin, uid, 'delivered')).toMatchObject({ attempts: 2, answer: 200 })
      const ids = customer.arrived.filter(({ headers }) => headers['webhook-id'] === failing?.uid)
      expect(ids).toHaveLength(2)
    }
  })

  it('reports why a webhook delivery failed, and stops deliveries of an inactive webhook', async () => {
    const { api: admin, actor } = world.of('admin')
    const { uid } = await make(admin, actor.company, { url: `http://${HOST}:${await freePort()}/` })
    await admin.post(`webhooks/${uid}/test`)
    const failing = await until(
      async () => (await deliveriesOf(admin, uid)).find(({ reason }) => reason),
      found => found !== undefined,
    )
    expect(failing?.reason).toContain('ECONNREFUSED')
    expect((await admin.patch(`webhooks/${uid}`, { active: false })).status).toBe(200)
    await admin.patch(`deliveries/${failing?.uid}/retry`)
    expect(await ended(admin, uid, 'failed')).toMatchObject({ reason: 'The webhook is switched off' })
    expect((await admin.post(`webhooks/${uid}/test`)).status).toBe(409)
    expect((await admin.del(`webhooks/${uid}`)).status).toBe(200)
    expect(await deliveriesOf(admin, uid)).toEqual([])
  })

  const inside = [
    ...[
      'http://10.0.0.1/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest/meta-data',
    ],
    ...[
      'https://[::ffff:127.0.0.1]/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://192.168.1.1:8080/',
    ],
    'https://[64:ff9b::7f00:1]/',
  ]
  it.each(inside)('refuses a webhook with the internal address %s', async url => {
    const { api: admin, actor } = world.of('admin')
    const body = { name: 'Inside', url, company: { ref: `companies/${actor.company}` } }
    const { status, body: refusal } = await admin.post('webhooks', body)
    expect([status, refusal.fields]).toEqual([422, { url: 'internal_address' }])
  })

  it.each([
    'ftp://example.com/',
    'example.com',
    'https://user:password@example.com/',
    'javascript:alert(1)',
    // Plain http is allowed only to internal addresses: outside it could be intercepted.
    'http://93.184.215.14/',
    'http://93.184.215.14/',
  ])('refuses a webhook with an address such as %s', async url => {
    const { api: admin, actor } = world.of('admin')
    const body = { name: 'Odd', url, company: { ref: `companies/${actor.company}` } }
    expect((await admin.post('webhooks', body)).body.fields).toEqual({ url: 'not_https' })
  })

  it('refuses to deliver a webhook to a name that resolves to an internal address', async () => {
    const { api: admin, actor } = world.of('admin')
    const { uid } = await make(admin, actor.company, { url: 'https://localhost:1/' })
    await admin.post(`webhooks/${uid}/test`)
    const failing = await until(
      async () => (await deliveriesOf(admin, uid)).find(({ reason }) => reason),
      found => found !== undefined,
    )
    expect(failing?.reason).toBe('The name leads to an internal address')
  })

  it('returns 404 for webhooks and deliveries of another company', async () => {
    const { api: admin, actor } = world.of('admin')
    const stranger = (await world.personNamed('admin2')).api
    const { uid } = await make(admin, actor.company)
    await admin.post(`webhooks/${uid}/test`)
    const delivery = await ended(admin, uid, 'delivered')
    for (const path of [
      `webhooks/${uid}`,
      `deliveries/${delivery?.uid}`,
      `deliveries/${delivery?.uid}/payload`,
    ])
      expect((await stranger.get(path)).status).toBe(404)
    expect((await stranger.post(`webhooks/${uid}/test`)).status).toBe(404)
    expect((await stranger.patch(`deliveries/${delivery?.uid}/retry`)).status).toBe(404)
    expect((await stranger.patch(`webhooks/${uid}`, { url: 'https://example.com/' })).status).toBe(404)
    const body = { name: 'Theirs', url: customer.url, company: { ref: `companies/${actor.company}` } }
    expect((await stranger.post('webhooks', body)).status).toBe(403)
    expect((await world.of('editor').api.get('webhooks')).status).toBe(403)
  })
})
