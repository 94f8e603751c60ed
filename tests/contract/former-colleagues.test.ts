import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { buySeats, newPassword, newPerson } from '../support/server/new-person'
import { startServer, type TestServer } from '../support/server/test-server'

type Link = { ref: string; label: string }
type Refusal = { code: string; params?: object }
type Group = Found & { members: Link[] }
type Listed = Found & { accessList: Link[]; defaultAccessList?: Link[]; video: Link; environment: Link }

let server: TestServer
let world: DemoWorld
let root: Api
let home: string
let elsewhere: string

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  home = `companies/${world.of('admin').actor.company}`
  elsewhere = `companies/${world.of('partner').actor.company}`
  await buySeats(world)
})
afterAll(() => server.stop())

const move = (uid: string, company = elsewhere) =>
  root.patch<Refusal & { groups: Link[] }>(`users/${uid}`, { company: { ref: company } })
const refsOf = (links: readonly Link[] | undefined) => (links ?? []).map(({ ref }) => ref)

const groupOf = async (name: string, ...members: string[]) => {
  const { body } = await root.post<Group>(`${home}/groups`, {
    name,
    members: members.map(uid => ({ ref: `users/${uid}` })),
  })
  return `${home}/groups/${body.uid}`
}

/** Paths of a completed 3D video and a version of the company. */
const listed = async () => {
  const [vecto] = await listAll<Listed>(root, 'videos3d', { company: home, status: 'completed' })
  const [environment] = await listAll(root, 'environments', { company: home, status: 'completed' })
  const versions = `environments/${environment?.uid}/versions`
  const [version] = await listAll<Listed>(root, versions, { status: 'completed' })
  return {
    vecto: `${vecto?.video.ref}/vectos/${vecto?.uid}`,
    version: `${versions}/${version?.uid}`,
  }
}

describe('a user who moves to another company', () => {
  it('a user who moves leaves the groups and access lists of the former company, as the history records', async () => {
    const [one, colleague] = [await newPerson(server, world), await newPerson(server, world)]
    const group = await groupOf('Left', one.uid, colleague.uid)
    const { vecto, version } = await listed()
    const both = [one, colleague].map(({ uid }) => ({ ref: `users/${uid}` }))
    const lists = { accessList: both, defaultAccessList: both }
    expect((await root.patch(vecto, lists)).status).toBe(200)
    expect((await root.patch(version, { accessList: both })).status).toBe(200)
    const moved = await move(one.uid)
    expect([moved.status, moved.body.groups]).toEqual([200, []])
    const stays = [`users/${colleague.uid}`]
    expect(refsOf((await root.get<Group>(group)).body.members)).toEqual(stays)
    const { body } = await root.get<Listed>(vecto)
    expect([refsOf(body.accessList), refsOf(body.defaultAccessList)]).toEqual([stays, stays])
    expect(refsOf((await root.get<Listed>(version)).body.accessList)).toEqual(stays)
    for (const object of [vecto, version]) {
      const found = await listAll<Found & { args: object }>(root, 'events', { object, event: 'update' })
      const accessList = [['Kay New', 'Kay New'], ['Kay New']]
      const changes = expect.objectContaining({ accessList })
      expect(found.map(({ args }) => args)).toContainEqual(expect.objectContaining({ changes }))
    }
    const { results } = (
      await root.get<{ results: { args: object }[] }>(
        `events?q=${encodeURIComponent(JSON.stringify({ object: `users/${one.uid}`, event: 'update' }))}`,
      )
    ).body
    const changes = expect.objectContaining({ groups: [['Left'], []] })
    expect(results.map(({ args }) => args)).toContainEqual(expect.objectContaining({ changes }))
    const session = await login(server.url, one.email, newPassword)
    expect((await session.get<{ company: Link }>('users/me')).body.company.ref).toBe(elsewhere)
  })

  it('a user who moves joins groups of the new company in the same change', async () => {
    const one = await newPerson(server, world)
    await groupOf('Before', one.uid)
    const { body: group } = await root.post<Group>(`${elsewhere}/groups`, { name: 'After' })
    const ref = `${elsewhere}/groups/${group.uid}`
    const change = { company: { ref: elsewhere }, groups: [{ ref }] }
    const { body } = await root.patch<{ groups: Link[] }>(`users/${one.uid}`, change)
    expect(refsOf(body.groups)).toEqual([ref])
  })

  it('refuses to move the only user with access to a version, naming the version', async () => {
    const one = await newPerson(server, world)
    const { version } = await listed()
    await root.patch(version, { accessList: [{ ref: `users/${one.uid}` }], accessGroups: [] })
    const refused = await move(one.uid)
    expect([refused.status, refused.body]).toMatchObject([
      ...[409, { code: 'referred_to', params: { by: 'versions' } }],
    ])
    expect((await root.get<{ company: Link }>(`users/${one.uid}`)).body.company.ref).toBe(home)
  })

  it('restoring a group omits a member who has moved to another company', async () => {
    const [one, colleague] = [await newPerson(server, world), await newPerson(server, world)]
    const group = await groupOf('Back again', one.uid, colleague.uid)
    expect((await root.del(group)).status).toBe(200)
    expect((await move(one.uid)).status).toBe(200)
    expect((await root.patch(`trash/groups-${group.split('/').at(-1)}/restore`, {})).status).toBe(200)
    expect(refsOf((await root.get<Group>(group)).body.members)).toEqual([`users/${colleague.uid}`])
  })

  it('a moved user is in no group of the former company that is changed concurrently', async () => {
    for (let round = 0; round < 6; round += 1) {
      const one = await newPerson(server, world)
      const group = await groupOf(`Race ${round}`)
      await Promise.all([root.patch(group, { members: [{ ref: `users/${one.uid}` }] }), move(one.uid)])
      const { company, groups } = (await root.get<{ company: Link; groups: Link[] }>(`users/${one.uid}`)).body
      expect(company.ref === home || groups.length === 0).toBe(true)
    }
  })
})
