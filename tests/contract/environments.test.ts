import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Environment = Found & {
  name: string
  status: string
  versions: number
  latestVersionAt: string | null
  deletableAt: string | null
  code?: string
}
type Version = Found & { revision: number; status: string; createdAt: string }
type Page = { results: Environment[]; meta: { count: number } }
type Report = { results: { name: string; changed: number }[] }

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api
let own: Environment[]
let others: Environment[]
let foreign: Environment

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  admin = world.of('admin').api
  own = await listAll<Environment>(admin, 'environments')
  const all = await listAll<Environment>(root, 'environments')
  others = all.filter(each => each.status === 'completed' && !own.some(({ uid }) => uid === each.uid))
  foreign = all.find(({ company }) => company?.label === 'Costa Verde Hoteles') as Environment
})
afterAll(() => server.stop())

const stillAs = (status: string) => own.filter(each => each.status === status)
const versionsOf = (uid: string) => listAll<Version>(root, `environments/${uid}/versions`)
const days = (date: string | null) => Math.round((Date.parse(date ?? '') - Date.now()) / 86_400_000)

/** Restarts the server, since the deletion task runs at the start. */
const sweep = async (gone: string) => {
  await server.restart()
  for (let tries = 0; (await root.get(gone)).status !== 404; tries++) {
    expect(tries).toBeLessThan(100)
    await sleep(50)
  }
}

const changedCounters = async () =>
  (await root.get<Report>('utils/resetcounter')).body.results.filter(({ changed }) => changed > 0)

describe('environments', () => {
  it('lists environments in the requested order, and only those in the reader’s scope', async () => {
    for (const fsort of ['name', 'versions', 'latestVersionAt', 'createdAt', 'status'])
      for (const osort of ['asc', 'desc']) {
        const { status, body } = await root.get<Page>(`environments?fsort=${fsort}&osort=${osort}&batch=1000`)
        expect([fsort, status, body.meta.count]).toEqual([fsort, 200, body.results.length])
        if (fsort === 'name' || fsort === 'status') continue
        const keys = body.results.map(each => each[fsort as 'versions'] ?? '')
        const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect([fsort, osort, keys]).toEqual([fsort, osort, osort === 'asc' ? sorted : sorted.reverse()])
      }
    expect(new Set(own.map(({ company }) => company?.label))).toEqual(new Set(['Musée du Littoral']))
    expect((await world.of('manager').api.get('environments')).status).toBe(403)
  })

  it('environments cannot be created or changed through the API', async () => {
    expect((await root.post('environments', { name: 'x' })).status).toBe(404)
    expect((await root.patch(`environments/${own[0]?.uid}`, { name: 'x' })).status).toBe(404)
  })

  it('answers 404 to environments of another company and their sub-resources', async () => {
    for (const more of ['', '/versions', '/vectos', '/useMedias'])
      expect([more, (await admin.get(`environments/${foreign.uid}${more}`)).status]).toEqual([more, 404])
    const [version] = await versionsOf(foreign.uid)
    expect((await admin.get(`environments/${foreign.uid}/versions/${version?.uid}`)).status).toBe(404)
    // Neither does a version under another environment exist.
    expect((await root.get(`environments/${own[0]?.uid}/versions/${version?.uid}`)).status).toBe(404)
  })

  it('environments have the number and the time of their versions', async () => {
    for (const { uid, versions, latestVersionAt } of own) {
      const found = await versionsOf(uid)
      expect([found.length, found[0]?.createdAt]).toEqual([versions, latestVersionAt])
    }
  })

  it('an environment lists what its versions use, up to 1000 records per page', async () => {
    const [{ uid }] = stillAs('completed') as [Environment]
    for (const list of ['vectos', 'useMedias']) {
      const used = new Set<string>()
      for (const version of await versionsOf(uid))
        for (const each of await listAll(root, `environments/${uid}/versions/${version.uid}/${list}`))
          used.add(each.uid)
      const { body } = await admin.get<Page>(`environments/${uid}/${list}?batch=1000`)
      expect(body.results.map(each => each.uid).sort()).toEqual([...used].sort())
      expect([body.meta.count, used.size > 0]).toEqual([used.size, true])
      expect((await admin.get(`environments/${uid}/${list}?batch=1001`)).status).toBe(400)
    }
  })
})

describe('the removal of an environment', () => {
  it('root schedules and cancels the deletion of an environment, which regains its status', async () => {
    for (const status of ['completed', 'pending']) {
      const [{ uid }] = stillAs(status) as [Environment]
      expect((await admin.del(`environments/${uid}`, { delay: 3 })).status).toBe(403)
      expect((await root.del(`environments/${uid}`, { delay: -1 })).status).toBe(422)
      const { body } = await root.del<Environment>(`environments/${uid}`, { delay: 3 })
      expect([body.status, days(body.deletableAt)]).toEqual(['deletable', 3])
      expect((await admin.patch(`environments/${uid}/restore`)).status).toBe(403)
      const back = await root.patch<Environment>(`environments/${uid}/restore`)
      expect([back.status, back.body.status, back.body.deletableAt]).toEqual([200, status, null])
      const again = await root.patch<Environment>(`environments/${uid}/restore`)
      expect([again.status, again.body.code]).toEqual([409, 'state'])
    }
  })

  it('deletes an environment with its versions, and keeps all counters correct', async () => {
    const [, { uid }] = stillAs('completed') as [Environment, Environment]
    const [version] = await versionsOf(uid)
    await root.del(`environments/${uid}`)
    await sweep(`environments/${uid}`)
    expect((await root.get(`environments/${uid}/versions/${version?.uid}`)).status).toBe(404)
    expect(await changedCounters()).toEqual([])
  })
})

describe('the removal of a version', () => {
  it('deletes a version on its day and decrements the counter of its environment', async () => {
    const before = others.find(({ versions }) => versions === 2) as Environment
    const [latest, next] = await versionsOf(before.uid)
    expect(latest?.status).toBe('completed')
    const path = `environments/${before.uid}/versions/${latest?.uid}`
    expect((await admin.del(path, { delay: 9 })).status).toBe(403)
    expect(days((await root.del<Environment>(path, { delay: 9 })).body.deletableAt)).toBe(9)
    expect((await root.patch<Environment>(`${path}/restore`)).body.status).toBe(latest?.status)
    await root.del(path)
    await sweep(path)
    const { body } = await root.get<Environment>(`environments/${before.uid}`)
    expect([body.versions, body.latestVersionAt]).toEqual([before.versions - 1, next?.createdAt])
    expect(await changedCounters()).toEqual([])
  })
})
