import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, login } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { watch } from '../support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { announce } from '../support/storage/tus-uploads'

type Own = {
  uid: string
  agent: { name: string | null; platform: string | null }
  address: string
  createdAt: string
  usedAt: string
  current: boolean
}
type Page = { results: Own[]; meta: { count: number } }

// A user who may upload.
const email = 'admin@demo.example'

let server: TestServer
let world: DemoWorld
beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
})
afterAll(() => server.stop())

const enter = () => login(server.url, email, demoPassword)
const listOf = async (caller: Api) => (await caller.get<Page>('me/sessions')).body.results
const idOf = async (caller: Api) => (await listOf(caller)).find(({ current }) => current)?.uid ?? ''

/** An upload that sends bytes too slowly to complete. */
const slowUpload = async (caller: Api) => {
  const bytes = Buffer.alloc(1_000_000)
  const { path } = await announce(caller, { name: 'slow.png', contentType: 'image/png', bytes })
  const sending = request(`${server.url}/parse/${path}`, {
    method: 'PATCH',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(bytes.length),
      Authorization: `Bearer ${caller.token}`,
    },
  })
  const ended = new Promise<string>(resolve => {
    sending.on('error', () => resolve('ended'))
    sending.on('response', response => resolve(`answered ${response.statusCode}`))
  })
  sending.write(bytes.subarray(0, 1000))
  return { ended, leave: () => sending.destroy() }
}

const within = (ended: Promise<string>) => Promise.race([ended, sleep(5000, 'still there')])
const out = async (caller: Api) => {
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await caller.get('users/me')).status === 401) return true
    await sleep(50)
  }
  return false
}

describe('the user’s own sessions', () => {
  it('lists the user’s sessions, marks the current one, and contains no token', async () => {
    const [here, there] = [await enter(), await enter()]
    const { body } = await here.get<Page>('me/sessions')
    expect(body.meta.count).toBe(body.results.length)
    expect(body.results.filter(({ current }) => current)).toHaveLength(1)
    const [mine, other] = [await idOf(here), await idOf(there)]
    expect(body.results.map(({ uid }) => uid)).toEqual(expect.arrayContaining([mine, other]))
    expect(body.results.find(({ uid }) => uid === mine)).toMatchObject({
      current: true,
      address: '127.0.0.1',
    })
    expect(JSON.stringify(body)).not.toMatch(/r:|token/i)
  })

  it('ends one session with its API access, live stream and running upload', async () => {
    const [here, there] = [await enter(), await enter()]
    const [stays, ends] = [await watch(server.url, here), await watch(server.url, there)]
    const upload = await slowUpload(there)
    await sleep(300)
    expect((await here.del(`me/sessions/${await idOf(there)}`)).status).toBe(200)
    expect(await Promise.all([within(ends.ended), within(upload.ended), out(there)])).toEqual([
      'ended',
      'ended',
      true,
    ])
    expect((await here.get('users/me')).status).toBe(200)
    expect(await Promise.race([stays.ended, sleep(700, 'still there')])).toBe('still there')
    stays.leave()
  })

  it('ending another session does not interrupt an upload', async () => {
    const here = await enter()
    const upload = await slowUpload(here)
    await (await enter()).post('logout')
    expect(await Promise.race([upload.ended, sleep(1500, 'still there')])).toBe('still there')
    upload.leave()
  })

  it('ends all other sessions of the user, which the history records', async () => {
    const [here, one, two] = [await enter(), await enter(), await enter()]
    const uid = await idOf(two)
    const { status, body } = await here.del<{ ended: number }>('me/sessions')
    expect(status).toBe(200)
    expect(body.ended).toBeGreaterThanOrEqual(2)
    expect(await Promise.all([out(one), out(two)])).toEqual([true, true])
    expect(await listOf(here)).toMatchObject([{ current: true }])
    const q = encodeURIComponent(JSON.stringify({ object: `sessions/${uid}` }))
    const events = await world.of('root').api.get<{ results: { event: string }[] }>(`events?q=${q}`)
    expect(events.body.results.map(({ event }) => event)).toEqual(['delete'])
  })

  it('answers 404 to ending another user’s, an ended or an unknown session, for root too', async () => {
    const [mine, root] = [await enter(), world.of('root').api]
    const uid = await idOf(mine)
    expect((await root.del(`me/sessions/${uid}`)).status).toBe(404)
    expect((await world.of('viewer').api.del(`me/sessions/${uid}`)).status).toBe(404)
    expect((await mine.get('users/me')).status).toBe(200)
    await mine.post('logout')
    const again = await enter()
    expect((await again.del(`me/sessions/${uid}`)).status).toBe(404)
    expect((await again.del('me/sessions/nobody')).status).toBe(404)
  })
})
