import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipOnEmbedded } from '../support/process/needs'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { type Heard, watch } from '../support/server/live-stream-client'
import { startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
let world: DemoWorld

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
})
afterAll(() => server.stop())

const about = (heard: readonly Heard[], id: string) =>
  heard.filter(({ data }) => data.id === id).map(({ event, data }) => [event, data.resource, data.op])

const soon = async (holds: () => boolean) => {
  for (let tries = 0; tries < 40 && !holds(); tries += 1) await sleep(50)
}

describe('the live stream', () => {
  it('the live stream begins with hello, is not cached, and requires a session', async () => {
    const stream = await watch(server.url, world.of('admin').api)
    await soon(() => stream.heard.length > 0)
    expect([stream.status, stream.heard[0]?.event]).toEqual([200, 'hello'])
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    stream.leave()
    expect((await watch(server.url, { token: 'r:none' })).status).toBe(401)
  })

  it('the live stream publishes a change only to readers of the record', async () => {
    const [one, other, root, viewer] = await Promise.all(
      [
        world.of('admin').api,
        (await world.personNamed('admin2')).api,
        world.of('root').api,
        world.of('viewer').api,
      ].map(api => watch(server.url, api)),
    )
    const { api } = world.of('admin')
    const [video] = await listAll<Found & { name: string }>(api, 'videos')
    await api.patch(`videos/${video?.uid}`, { name: `${video?.name} again` })
    await soon(() => about(one?.heard ?? [], video?.uid ?? '').length > 0)
    await sleep(200)
    const told = [one, root, other, viewer].map(stream => about(stream?.heard ?? [], video?.uid ?? ''))
    expect(told).toEqual([[['change', 'videos', 'update']], [['change', 'videos', 'update']], [], []])
    for (const stream of [one, other, root, viewer]) stream?.leave()
  })

  it('the live stream publishes creations and deletions, with ids of nested records', async () => {
    const { api, actor } = world.of('admin')
    const stream = await watch(server.url, api)
    const made = await api.post<{ uid: string }>(`companies/${actor.company}/groups`, { name: 'Watched' })
    const id = `${actor.company}/${made.body.uid}`
    await api.del(`companies/${actor.company}/groups/${made.body.uid}`)
    await soon(() => about(stream.heard, id).length > 1)
    expect(about(stream.heard, id)).toEqual([
      ['change', 'groups', 'create'],
      ['change', 'groups', 'delete'],
    ])
    stream.leave()
  })

  it('the live stream replays changes since the reported time, within the reader’s scope', async () => {
    const { api } = world.of('admin')
    const admin2 = (await world.personNamed('admin2')).api
    // This record is changed by no other test.
    const [, video] = await listAll<Found & { name: string }>(api, 'videos')
    const before = performance.now()
    await api.patch(`videos/${video?.uid}`, { name: `${video?.name} once more` })
    const missed = Math.ceil(performance.now() - before)
    const late = await Promise.all(
      [api, admin2].map(who => watch(server.url, who, `?missed=${missed + 500}`)),
    )
    await sleep(300)
    expect(late.map(({ heard }) => about(heard, video?.uid ?? ''))).toEqual([
      [['change', 'videos', 'update']],
      [],
    ])
    const [later, earlier] = await Promise.all(
      ['?missed=0', '?missed=3600000'].map(query => watch(server.url, api, query)),
    )
    await sleep(300)
    expect(later?.heard.map(({ event }) => event)).toEqual(['hello'])
    expect(earlier?.heard.map(({ event }) => event)).toEqual(['hello', 'gap'])
    expect((await watch(server.url, api, '?missed=some')).status).toBe(400)
    for (const stream of [...late, later, earlier]) stream?.leave()
  })

  it('the live stream publishes no change that is refused or rolled back', async () => {
    const { api } = world.of('admin')
    const stream = await watch(server.url, api)
    const [video] = await listAll(api, 'videos')
    expect((await api.patch(`videos/${video?.uid}`, { name: '' })).status).toBe(422)
    await sleep(300)
    expect(about(stream.heard, video?.uid ?? '')).toEqual([])
    stream.leave()
  })

  it('the live stream ends within seconds of sign-out or a change of role', async () => {
    const person = await world.personNamed('editor')
    const stream = await watch(server.url, person.api)
    await person.api.post('logout')
    expect(await Promise.race([stream.ended, sleep(2500, 'still there')])).toBe('ended')
    const again = await world.personNamed('editor')
    const second = await watch(server.url, again.api)
    expect((await world.of('root').api.patch(`users/${again.actor.uid}`, { role: 'viewer' })).status).toBe(
      200,
    )
    expect(await Promise.race([second.ended, sleep(2500, 'still there')])).toBe('ended')
    await world.of('root').api.patch(`users/${again.actor.uid}`, { role: 'editor' })
  })

  it('the live stream follows the companies that a partner may access', async () => {
    const partner = world.of('partner')
    const [uid] = world.companiesOf(partner.actor, 'open')
    const root = world.of('root').api
    const stream = await watch(server.url, partner.api)
    const [video] = await listAll<Found & { name: string }>(root, 'videos', { company: `companies/${uid}` })
    const rename = (name: string) => root.patch(`videos/${video?.uid}`, { name })
    await rename('Seen')
    await soon(() => about(stream.heard, video?.uid ?? '').length > 0)
    await root.patch(`companies/${uid}`, { allowPartnerAccess: false })
    await sleep(700)
    await rename('Unseen')
    await sleep(300)
    expect(about(stream.heard, video?.uid ?? '').length).toBe(1)
    await root.patch(`companies/${uid}`, { allowPartnerAccess: true })
    stream.leave()
  })
})

if (process.env.TEST_DB === 'postgres')
  describe('two servers on one database', () => {
    it('publishes changes to streams of the other server, and ends them on sign-out', async () => {
      const { DATABASE_URL = '' } = server.env
      const second = await startServer({ dataDir: server.dataDir, env: { DATABASE_URL } })
      const { api, actor } = await world.personNamed('admin')
      const stream = await watch(second.url, api)
      await soon(() => stream.heard.length > 0)
      const made = await api.post<{ uid: string }>(`companies/${actor.company}/groups`, { name: 'Elsewhere' })
      const id = `${actor.company}/${made.body.uid}`
      await soon(() => about(stream.heard, id).length > 0)
      expect(about(stream.heard, id)).toEqual([['change', 'groups', 'create']])
      await api.post('logout')
      expect(await Promise.race([stream.ended, sleep(2500, 'still there')])).toBe('ended')
      await second.stop()
    })
  })
else skipOnEmbedded('the embedded database serves one server alone')
