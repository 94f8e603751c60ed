import { rmSync } from 'node:fs'
import { join } from 'node:path'
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
  accessGroups: Link[]
  environment: Link
  file: { ref: string; md5Hash: string } | null
  created?: string
  code?: string
}
type Environment = Found & { versions: number; status: string }

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api
beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  admin = world.of('admin').api
})
afterAll(() => server.stop())

const pathOf = ({ environment, uid }: Version) => `${environment.ref}/versions/${uid}`
const versionsOf = async (environment: string) => {
  const all = await listAll<Version>(root, `${environment}/versions`)
  return all.sort((one, other) => one.revision - other.revision)
}

/** An environment of the admin's company with an earlier complete version, and its versions in order. */
const place = async () => {
  for (const { uid, status } of await listAll<Environment>(admin, 'environments')) {
    const all = await versionsOf(`environments/${uid}`)
    const earlier = all.slice(0, -1).find(each => each.status === 'completed')
    if (status === 'completed' && earlier) return { environment: `environments/${uid}`, all, earlier }
  }
  throw new Error('no environment with an earlier version in the demo')
}
const newGroup = async () => {
  const groups = `companies/${world.of('admin').actor.company}/groups`
  const { body } = await admin.post<Found>(groups, { name: 'Guides' })
  return { ref: `${groups}/${body.uid}`, label: 'Guides' }
}
const rollBack = (caller: Api, version: Version) => caller.post<Version>(`${pathOf(version)}/rollBack`)

describe('publishing an earlier version again', () => {
  it('publishes an earlier version as the latest, with its content and the current access list', async () => {
    const { environment, all, earlier } = await place()
    const group = await newGroup()
    await admin.patch(pathOf(all.at(-1) as Version), { accessGroups: [group] })
    const before = (await admin.get<Environment>(environment)).body
    const [medias, scenes] = await Promise.all(
      ['useMedias', 'vectos'].map(list => listAll(admin, `${pathOf(earlier)}/${list}`)),
    )
    const answer = await rollBack(admin, earlier)
    expect([answer.status, answer.body.uid]).toEqual([200, earlier.uid])
    const now = await versionsOf(environment)
    const latest = now.at(-1) as Version
    expect(answer.body.created).toBe(latest.uid)
    expect(now.slice(0, -1).map(({ uid }) => uid)).toEqual(all.map(({ uid }) => uid))
    expect(latest).toMatchObject({
      revision: (all.at(-1)?.revision ?? 0) + 1,
      status: 'completed',
      size: earlier.size,
      accessList: all.at(-1)?.accessList,
      accessGroups: [group],
      file: { md5Hash: earlier.file?.md5Hash },
    })
    expect(latest.file?.ref).not.toBe(earlier.file?.ref)
    const trees = await Promise.all([earlier, latest].map(each => admin.get(`${pathOf(each)}/tree`)))
    expect(trees[1]?.body).toEqual(trees[0]?.body)
    const uids = (rows: readonly Found[] = []) => rows.map(({ uid }) => uid).sort()
    expect(uids(await listAll(admin, `${pathOf(latest)}/useMedias`))).toEqual(uids(medias))
    expect(uids(await listAll(admin, `${pathOf(latest)}/vectos`))).toEqual(uids(scenes))
    expect((await admin.get<Environment>(environment)).body.versions).toBe(before.versions + 1)
    const events = await listAll<Found & { args: { of?: number } }>(root, 'events', {
      object: pathOf(latest),
    })
    expect(events).toMatchObject([{ event: 'create', args: { of: earlier.revision } }])
    const bytes = await Promise.all(
      [earlier, latest].map(async each => {
        const { body } = await root.get<{ url: string }>(`dl/${pathOf(each)}/file`)
        return Buffer.from(await (await fetch(server.at(body.url))).arrayBuffer()).toString('hex')
      }),
    )
    expect(bytes[0]?.length).toBeGreaterThan(100)
    expect(bytes[1]).toBe(bytes[0])
  })

  it('refuses to publish the latest, deletable or pending version again', async () => {
    const { all } = await place()
    const latest = all.at(-1) as Version
    expect((await rollBack(admin, latest)).body.code).toBe(
      latest.status === 'completed' ? 'latest_version' : 'state',
    )
    const deletable = all.find(({ status }) => status === 'deletable')
    if (deletable) expect((await rollBack(root, deletable)).body.code).toBe('state')
  })

  it('two concurrent requests publish two versions with different revisions', async () => {
    const { environment, all, earlier } = await place()
    const answers = await Promise.all([rollBack(admin, earlier), rollBack(admin, earlier)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const revisions = (await versionsOf(environment)).map(({ revision }) => revision)
    const last = all.at(-1)?.revision ?? 0
    expect(revisions.slice(-2)).toEqual([last + 1, last + 2])
  })

  it('answers 404 or 403 to publishing a version by other companies and roles without environments', async () => {
    const { earlier } = await place()
    expect((await rollBack((await world.personNamed('admin2')).api, earlier)).status).toBe(404)
    for (const role of ['manager', 'editor', 'viewer'] as const)
      expect((await rollBack(world.of(role).api, earlier)).status).toBe(403)
  })

  it('refuses to publish a version whose file is missing, and creates none', async () => {
    const { environment, all, earlier } = await place()
    rmSync(join(server.dataDir, 'files', earlier.file?.ref.split('/')[1] ?? 'none'))
    const { status, body } = await rollBack(admin, earlier)
    expect([status, body.code]).toEqual([422, 'file_missing'])
    expect(await versionsOf(environment)).toHaveLength(all.length)
  })
})
