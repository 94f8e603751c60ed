import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Link = { ref: string; label: string }
type Version = Found & {
  revision: number
  status: string
  size: number
  accessList: Link[]
  environment: Link
  file: { size: number; contentType: string } | null
  code?: string
  fields?: object
  url: string
}
type Event = Found & { event: string; args: { changes?: { accessList?: [string[], string[]] } } }

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api
const versions: Version[] = []

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  admin = world.of('admin').api
  for (const { uid } of await listAll(admin, 'environments'))
    versions.push(...(await listAll<Version>(admin, `environments/${uid}/versions`)))
})
afterAll(() => server.stop())

const pathOf = ({ environment, uid }: Version) => `${environment.ref}/versions/${uid}`
const inStatus = (status: string) => versions.find(each => each.status === status) as Version

describe('versions', () => {
  it('lists versions only in their environment, in the requested order', async () => {
    expect((await root.get('versions')).status).toBe(404)
    const [{ environment }] = versions as [Version]
    for (const osort of ['asc', 'desc']) {
      const { body } = await admin.get<{ results: Version[] }>(
        `${environment.ref}/versions?fsort=revision&osort=${osort}&batch=1000`,
      )
      const revisions = body.results.map(({ revision }) => revision)
      expect(revisions).toEqual([...revisions].sort((a, b) => (osort === 'asc' ? a - b : b - a)))
      expect(body.results.every(each => each.environment.ref === environment.ref)).toBe(true)
    }
  })

  it('a version’s fields include neither tree nor log', async () => {
    const { status, body } = await admin.get(pathOf(inStatus('completed')))
    expect([status, 'tree' in body, 'log' in body]).toEqual([200, false, false])
  })

  it('returns tree and log of a version at their own addresses, or 404', async () => {
    const done = pathOf(inStatus('completed'))
    const tree = await admin.get<{ type: string; children: object[] }>(`${done}/tree`)
    expect([tree.status, tree.body.type, tree.body.children.length > 0]).toEqual([200, 'Project', true])
    const log = await admin.get<{ log: string; createdAt: string }>(`${done}/log`)
    expect(log.body.log.split('\n').length).toBeGreaterThan(50)
    expect(Date.parse(log.body.createdAt)).toBeGreaterThan(0)
    const stranger = (await world.personNamed('admin2')).api
    for (const part of ['tree', 'log']) {
      expect((await admin.get(`${pathOf(inStatus('pending'))}/${part}`)).status).toBe(404)
      expect((await stranger.get(`${done}/${part}`)).status).toBe(404)
    }
  })
})

describe('access to a version', () => {
  it('requires at least one user of the company on a version’s access list', async () => {
    const path = pathOf(inStatus('completed'))
    const stranger = { ref: `users/${(await world.personNamed('admin2')).actor.uid}` }
    const viewer = { ref: `users/${world.of('viewer').actor.uid}` }
    // A group would do instead.
    await admin.patch(path, { accessList: [viewer], accessGroups: [] })
    for (const [accessList, code] of [
      [[], 'required'],
      [null, 'required'],
      [[viewer, stranger], 'other_company'],
      [[{ ref: 'users/nobody' }], 'unknown_record'],
    ] as const)
      for (const caller of [admin, root]) {
        const { status, body } = await caller.patch<Version>(path, { accessList })
        expect([status, body.fields]).toEqual([422, { accessList: code }])
      }
  })

  it('staff set the access list of a version, which the history records', async () => {
    const path = pathOf(inStatus('completed'))
    const people = ['viewer', 'editor'] as const
    const accessList = people.map(role => ({ ref: `users/${world.of(role).actor.uid}` }))
    expect((await world.of('manager').api.patch(path, { accessList })).status).toBe(403)
    const { status, body } = await admin.patch<Version>(path, { accessList })
    expect([status, body.accessList.map(({ label }) => label)]).toEqual([
      200,
      ['Elena Editora', 'Víctor Visitante'],
    ])
    const [event] = await listAll<Event>(admin, 'events', { object: path })
    expect(event?.event).toBe('update')
    expect([...(event?.args.changes?.accessList?.[1] ?? [])].sort()).toEqual([
      'Elena Editora',
      'Víctor Visitante',
    ])
    expect((await admin.patch(path, { accessList, size: 1 })).status).toBe(403)
  })
})

describe('the file of a version', () => {
  it('admins get 403 for the file of a version, which root downloads', async () => {
    const version = inStatus('completed')
    expect((await admin.get(`dl/${pathOf(version)}/file`)).status).toBe(403)
    const { status, body } = await root.get<Version>(`dl/${pathOf(version)}/file`)
    expect(status).toBe(200)
    const bytes = Buffer.from(await (await fetch(server.at(body.url))).arrayBuffer())
    expect([bytes.subarray(0, 2).toString(), bytes.length]).toEqual(['PK', version.size])
    const [event] = await listAll<Event>(root, 'events', { object: pathOf(version) })
    expect(event?.event).toBe('download')
  })

  it('the file of a deletable version can be downloaded, that of a pending one not', async () => {
    expect((await root.get(`dl/${pathOf(inStatus('deletable'))}/file`)).status).toBe(200)
    const { status, body } = await root.get<Version>(`dl/${pathOf(inStatus('pending'))}/file`)
    expect([status, body.code]).toEqual([409, 'state'])
  })
})

describe('cancelling the deletion of a version', () => {
  it('a version without a file is pending again when its deletion is cancelled', async () => {
    const path = pathOf(inStatus('pending'))
    expect((await root.del<Version>(path, { delay: 1 })).body.status).toBe('deletable')
    expect((await admin.patch(`${path}/restore`)).status).toBe(403)
    expect((await root.patch<Version>(`${path}/restore`)).body.status).toBe('pending')
  })
})
