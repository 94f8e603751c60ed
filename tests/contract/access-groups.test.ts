import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Link = { ref: string; label: string }
type Listed = Found & {
  status: string
  revision: number
  accessList: Link[]
  accessGroups: Link[]
  environment: Link
  video: Link
  code?: string
  fields?: object
  params?: { by: string }
}
type Use = { resource: string; field: string; count: number; effect: string; records: Link[] }

let server: TestServer
let world: DemoWorld
let admin: Api
let home: string
let version: Listed
let path: string

const newGroup = async (name: string, members: readonly Pick<Link, 'ref'>[] = []) => {
  const { body } = await admin.post<Found>(`${home}/groups`, { name, members })
  return { ref: `${home}/groups/${body.uid}`, label: name }
}
const me = (role: 'viewer' | 'editor') => ({ ref: `users/${world.of(role).actor.uid}` })
const change = (body: object, caller = admin) => caller.patch<Listed>(path, body)
const usesOf = async (group: Link) => (await admin.get<{ uses: Use[] }>(`${group.ref}/uses`)).body.uses

const completedVersion = async () => {
  for (const { uid } of await listAll(admin, 'environments', { status: 'completed' })) {
    const all = await listAll<Listed>(admin, `environments/${uid}/versions`)
    const found = all.find(({ status }) => status === 'completed')
    if (found) return found
  }
  throw new Error('no completed version of the admin in the demo')
}

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  admin = world.of('admin').api
  home = `companies/${world.of('admin').actor.company}`
  version = await completedVersion()
  path = `${version.environment.ref}/versions/${version.uid}`
})
afterAll(() => server.stop())

describe('the access list of a version', () => {
  it('sets groups of the company on a version’s access list, which the history records', async () => {
    const group = await newGroup('Restorers')
    const { status, body } = await change({ accessGroups: [{ ref: group.ref }] })
    expect([status, body.accessGroups]).toEqual([200, [group]])
    const [event] = await listAll<Found & { args: { changes: object } }>(admin, 'events', { object: path })
    expect(event?.args.changes).toMatchObject({ accessGroups: [expect.anything(), ['Restorers']] })
  })

  it('refuses a group of another company or an unknown one on a version’s access list', async () => {
    const stranger = await world.personNamed('admin2')
    const [theirs] = await listAll(stranger.api, `companies/${stranger.actor.company}/groups`)
    const foreign = { ref: `companies/${stranger.actor.company}/groups/${theirs?.uid}` }
    for (const caller of [admin, world.of('root').api])
      for (const [group, code] of [
        [foreign, 'other_company'],
        [{ ref: `${home}/groups/none` }, 'unknown_record'],
        [me('viewer'), 'unknown_record'],
      ] as const) {
        const { status, body } = await change({ accessGroups: [group] }, caller)
        expect([status, body.fields]).toEqual([422, { accessGroups: code }])
      }
  })

  it('refuses a version’s access list without users and groups', async () => {
    const group = await newGroup('Curators')
    expect((await change({ accessList: [], accessGroups: [group] })).body).toMatchObject({
      ...{ accessList: [], accessGroups: [group] },
    })
    for (const accessGroups of [[], null]) {
      const { status, body } = await change({ accessGroups })
      expect([status, body.fields]).toEqual([422, { accessList: 'required' }])
    }
    expect((await change({ accessList: [me('viewer')], accessGroups: [] })).status).toBe(200)
    expect((await change({ accessList: [] })).body.fields).toEqual({ accessList: 'required' })
  })
})

describe('the access list of a 3D video', () => {
  it('sets groups on a completed 3D video’s access list, which may be empty', async () => {
    const group = await newGroup('Divers')
    const all = await listAll<Listed>(admin, 'videos3d')
    const placeOf = (status: string) => {
      const found = all.find(each => each.status === status)
      return `${found?.video.ref}/vectos/${found?.uid}`
    }
    const done = placeOf('completed')
    const given = await admin.patch<Listed>(done, { accessList: [], accessGroups: [group] })
    expect([given.status, given.body.accessGroups]).toEqual([200, [group]])
    expect(await usesOf(group)).toMatchObject([
      { resource: 'vectos', field: 'accessGroups', count: 1, effect: 'cleared' },
    ])
    expect((await admin.patch<Listed>(done, { accessGroups: [] })).status).toBe(200)
    const early = await admin.patch<Listed>(placeOf('queued'), { accessGroups: [group] })
    expect([early.status, early.body.fields]).toEqual([409, { accessGroups: 'not_now' }])
  })
})

describe('a group on the access lists of versions', () => {
  it('lists the versions of a group before its deletion, and removes it from them', async () => {
    const group = await newGroup('Guides')
    await change({ accessList: [me('viewer')], accessGroups: [group] })
    const { label } = version.environment
    expect(await usesOf(group)).toEqual([
      {
        ...{ resource: 'versions', field: 'accessGroups', count: 1, effect: 'cleared' },
        records: [{ ref: path, label: `${label} ${version.revision}` }],
      },
    ])
    expect((await admin.del(group.ref)).status).toBe(200)
    expect((await admin.get<Listed>(path)).body.accessGroups).toEqual([])
    expect((await change({ accessList: [] })).body.fields).toEqual({ accessList: 'required' })
    await admin.patch(`trash/groups-${group.ref.split('/').at(-1)}/restore`)
    expect((await admin.get<Listed>(path)).body.accessGroups).toEqual([group])
  })

  it('refuses to delete the only group on a version’s access list', async () => {
    const [last, other] = [await newGroup('Guards'), await newGroup('Cleaners')]
    await change({ accessList: [], accessGroups: [last, other] })
    expect((await admin.del(other.ref)).status).toBe(200)
    expect(await usesOf(last)).toMatchObject([
      { resource: 'versions', field: 'accessGroups', count: 1, effect: 'blocked', records: [{ ref: path }] },
    ])
    const { status, body } = await admin.del<Listed>(last.ref)
    expect([status, body.code, body.params?.by]).toEqual([409, 'referred_to', 'versions'])
    expect((await admin.get<Listed>(path)).body.accessGroups).toEqual([last])
    await change({ accessList: [me('viewer')] })
    expect((await admin.del(last.ref)).status).toBe(200)
  })

  it('never leaves a version without access when its users and group are removed concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const group = await newGroup(`Night shift ${round}`)
      await change({ accessList: [me('viewer')], accessGroups: [group] })
      const answers = await Promise.all([change({ accessList: [] }), admin.del(group.ref)])
      expect(answers.map(({ status }) => status).sort()).toEqual(
        answers[0].status === 200 ? [200, 409] : [200, 422],
      )
      const { accessList, accessGroups } = (await admin.get<Listed>(path)).body
      expect(accessList.length + accessGroups.length).toBeGreaterThan(0)
    }
  })

  it('never leaves a version without access when both its groups are deleted concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const both = [await newGroup(`Morning ${round}`), await newGroup(`Evening ${round}`)]
      await change({ accessList: [], accessGroups: both })
      const answers = await Promise.all(both.map(({ ref }) => admin.del(ref)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await admin.get<Listed>(path)).body.accessGroups).toHaveLength(1)
    }
  })
})
