import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ability } from '~/model/abilities'
import { type Role, roles } from '~/model/grants'
import { refOfRecord } from '~/model/refs'
import { resourceNames, resourceOf } from '~/model/registry'
import { explained, type Party } from '~/model/who-has-access'
import { relationsFor } from '../support/description/sweep-cells'
import { gatherRecords, recordAt } from '../support/description/sweep-records'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Told = Party & {
  readonly people: number
  readonly company: { ref: string } | null
  readonly person: { ref: string } | null
}
type Link = { ref: string; label: string }
type Access = {
  parties: Told[]
  lists: { field: string; target: string; entries: Link[] }[]
  groups: {
    group: Link
    members: Link[]
    guests: { guest: Link; accepted: boolean }[]
    guestCounts: { accepted: number; pending: number }
  }[]
  code?: string
}
type Persons = {
  person: { label: string }
  abilities: Ability[]
  lists: string[]
  groups: Link[]
  guestOf: Link[]
  code?: string
}

let server: TestServer
let world: DemoWorld
let records: Awaited<ReturnType<typeof gatherRecords>>
beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  records = await gatherRecords(world.of('root').api, (await world.personNamed('admin2')).api)
})
afterAll(() => server.stop())

/** Paths of one record per relation to the partner (or a published one and another), by which the records are read. */
const pathsOf = (name: string) =>
  relationsFor('partner', resourceOf(name)).flatMap(place => {
    const companies =
      place === 'published' || place === 'hidden' ? [] : world.companiesOf(world.of('partner').actor, place)
    const record = recordAt(world, records.get(name), resourceOf(name), companies, place)
    return record ? [refOfRecord(resourceOf(name), record)] : []
  })

/** Accounts of every role and a deleted one, since rank and ownership change the result. */
const accounts = async () => {
  const [deleted] = await listAll(world.of('root').api, 'users', { status: 'deleted' })
  return [...roles.map(role => world.of(role).actor.uid), deleted?.uid].map(uid => `users/${uid}`)
}

/** The list address of a resource; nested resources without one have none. */
const listOf = (name: string) => {
  const { parent, flat, callName } = resourceOf(name)
  return { path: flat ?? callName ?? name, isListed: parent === undefined || flat !== undefined }
}

const abilityOf = (abilities: readonly Ability[], name: string) => abilities.find(each => each.name === name)

const uidOf = (role: Role) => world.of(role).actor.uid

/** An administrator of the partner's company, where partner accounts have a higher rank. */
const adminBelow = async () => {
  const company = { ref: `companies/${world.of('partner').actor.company}` }
  const person = { firstname: 'Ada', lastname: 'Below', email: 'ada.below@partners.example', company }
  const { body } = await world
    .of('root')
    .api.post<Found>('users', { ...person, password: 'Quiet-lantern-42', role: 'admin' })
  return body.uid
}

/** The abilities that the server really grants to the role, without changing anything. */
const tried = async (role: Role, path: string) => {
  const { api, actor } = world.of(role)
  const read = (await api.get(path)).status === 200
  const update = (await api.patch(path, {})).status === 200
  const removal = () => (path === `users/${actor.uid}` ? api.del(path) : api.get(`${path}/uses`))
  const isDeleted =
    path.startsWith('users/') &&
    (await world.of('root').api.get<{ status: string }>(path)).body.status === 'deleted'
  const deletes = !isDeleted && (await removal()).status === 200
  return { read, update, delete: deletes }
}

describe('who has access', () => {
  it.each(explained)(
    'the access explained for %s equals what the server allows, for each role and company',
    async name => {
      const root = world.of('root').api
      const paths = [...pathsOf(name), ...(name === 'users' ? await accounts() : [])]
      expect(paths.length).toBeGreaterThan(0)
      for (const path of paths)
        for (const role of roles) {
          const { body, status } = await root.get<Persons>(`${path}/access/${world.of(role).actor.uid}`)
          expect(status).toBe(200)
          const told = Object.fromEntries(
            ['read', 'update', 'delete'].map(each => [each, !abilityOf(body.abilities, each)?.obstacle]),
          )
          expect([path, role, told]).toEqual([path, role, await tried(role, path)])
          for (const { because, obstacle } of body.abilities)
            expect([because, obstacle].filter(Boolean)).toHaveLength(1)
        }
    },
  )

  it('access lists roles with their companies and counts the users that the reader may see', async () => {
    const { api: admin, actor } = world.of('admin')
    const { body } = await admin.get<Access>(`companies/${actor.company}/access`)
    const party = body.parties.find(({ role }) => role === 'admin')
    const admins = await listAll(admin, 'users', { role: 'admin', status: 'active' })
    expect([party?.relation, party?.company?.ref, party?.people]).toEqual([
      ...['own', `companies/${actor.company}`, admins.length],
    ])
    expect(body.parties.find(({ role }) => role === 'root')).toMatchObject({ relation: 'any', people: 0 })
    expect(body.parties.map(({ role }) => role)).not.toContain('viewer')
  })

  it('access names the obstacle and the roles that can', async () => {
    const { api: root } = world.of('root')
    const { actor } = world.of('partner')
    const [shut = ''] = world.companiesOf(actor, 'managed')
    const media = records.get('medias')?.find(({ company }) => company?.ref === `companies/${shut}`)
    const check = async (role: Role) =>
      (await root.get<Persons>(`medias/${media?.uid}/access/${world.of(role).actor.uid}`)).body.abilities
    expect(abilityOf(await check('partner'), 'read')?.obstacle).toBe('partnerAccess')
    expect(abilityOf(await check('admin'), 'read')?.obstacle).toBe('company')
    expect(abilityOf(await check('viewer'), 'read')).toEqual({
      ...{ name: 'read', obstacle: 'role', roles: ['admin', 'partner', 'root'] },
    })
  })

  it('access reports inactive accounts as refused', async () => {
    const { api: root } = world.of('root')
    const [person] = await listAll<Found>(root, 'users', { status: 'disabled', role: 'admin' })
    const disabled = person ?? (await listAll<Found>(root, 'users', { status: 'disabled' }))[0]
    const [path] = pathsOf('medias')
    const { body } = await root.get<Persons>(`${path}/access/${disabled?.uid}`)
    expect(new Set(body.abilities.map(({ obstacle }) => obstacle))).toEqual(new Set(['inactive']))
  })

  it('access names the groups of an access list, and those through which a user is on it', async () => {
    const { api: admin, actor } = world.of('admin')
    const viewer = `users/${world.of('viewer').actor.uid}`
    const editor = `users/${world.of('editor').actor.uid}`
    const group = async (name: string, members: readonly string[]) => {
      const home = `companies/${actor.company}/groups`
      const { body } = await admin.post<Found>(home, { name, members: members.map(ref => ({ ref })) })
      return { ref: `${home}/${body.uid}`, label: name }
    }
    const [guides, guards] = [await group('Guides', [viewer]), await group('Night guards', [])]
    const [scene] = await listAll<Found & { video: Link }>(admin, 'videos3d', { status: 'completed' })
    const path = `${scene?.video.ref}/vectos/${scene?.uid}`
    await admin.patch(path, { accessList: [{ ref: editor }], accessGroups: [guides, guards] })
    const { body } = await admin.get<Access>(`${path}/access`)
    const { target, entries } = body.lists.find(({ field }) => field === 'accessGroups') ?? {}
    expect([target, entries]).toEqual(['groups', [guides, guards]])
    const check = async (ref: string) =>
      (await admin.get<Persons>(`${path}/access/${ref.split('/')[1]}`)).body
    expect(await check(viewer)).toMatchObject({ groups: [guides] })
    expect((await check(viewer)).lists).not.toContain('accessList')
    expect(await check(editor)).toMatchObject({ lists: expect.arrayContaining(['accessList']), groups: [] })
    await admin.patch(guards.ref, { members: [{ ref: editor }] })
    expect((await check(editor)).groups).toEqual([guards])
  })

  it('access names the members and guests of a group, also on a list that names the group', async () => {
    const { api: admin, actor } = world.of('admin')
    const guest = await world.personNamed('admin2')
    const home = `companies/${actor.company}`
    const member = `users/${world.of('editor').actor.uid}`
    const made = await admin.post<Found>(`${home}/groups`, {
      name: 'Friends',
      members: [{ ref: member }],
      guests: ['admin2@demo.example', 'later@guests.example'],
    })
    const group = `${home}/groups/${made.body.uid}`
    const { body: mine } = await guest.api.get<{ results: (Found & { group: Link })[] }>('me/invitations')
    const invitation = mine.results.find(each => each.group.ref === group)
    await guest.api.patch(`me/invitations/${invitation?.uid}`, { company: { ref: home } })
    const [version] = records.get('versions')?.filter(each => each.company?.ref === home) ?? []
    const path = refOfRecord(resourceOf('versions'), version ?? {})
    await admin.patch(path, { accessGroups: [{ ref: group }] })
    for (const named of [group, path]) {
      const { body } = await admin.get<Access>(`${named}/access`)
      const told = body.groups.find(each => each.group.ref === group)
      expect(told?.members.map(({ ref }) => ref)).toEqual([member])
      expect(told?.guests.map(({ guest: { label }, accepted }) => [label, accepted])).toEqual([
        [expect.stringMatching(/\w/), true],
        ['later@guests.example', false],
      ])
      expect(told?.guestCounts).toEqual({ accepted: 1, pending: 1 })
    }
    // The panel's next page continues in the same order.
    const rest = await admin.get<{ results: (Found & { guest: { email: string } })[] }>(
      `${group}/guests?fsort=guest.email&osort=asc&offset=1&batch=200`,
    )
    expect(rest.body.results.map(({ guest: { email } }) => email)).toEqual(['later@guests.example'])
    const check = async () =>
      (await world.of('root').api.get<Persons>(`${path}/access/${guest.actor.uid}`)).body
    expect(await check()).toMatchObject({ groups: [], guestOf: [{ ref: group }] })
    await admin.patch(group, { guests: [] })
    expect((await check()).guestOf).toEqual([])
  })

  it('access names the user that a record is about, and the reason for their own abilities', async () => {
    const { api: root } = world.of('root')
    const { uid } = world.of('viewer').actor
    const { body } = await root.get<Access>(`users/${uid}/access`)
    expect(body.parties.find(({ relation }) => relation === 'self')).toMatchObject({
      ...{ role: 'viewer', person: { ref: `users/${uid}` }, people: 1 },
      abilities: [
        { name: 'read', because: 'self' },
        { name: 'update', because: 'self' },
      ],
    })
    const editor = (await root.get<Persons>(`users/${uid}/access/${world.of('editor').actor.uid}`)).body
    expect(abilityOf(editor.abilities, 'read')).toMatchObject({
      ...{ obstacle: 'notAbout', roles: ['admin', 'partner', 'root'] },
    })
  })

  it.each([
    ['rank', 'update', async () => [`users/${uidOf('partner')}`, await adminBelow()]],
    ['ownAccount', 'delete', () => [`users/${uidOf('admin')}`, uidOf('admin')]],
    ['deleted', 'update', async () => [(await accounts()).at(-1), uidOf('root')]],
    ['unpublished', 'read', () => [pathsOf('downloads')[1], uidOf('viewer')]],
  ] as const)('access names the obstacle %s', async (obstacle, name, place) => {
    const [path, person] = await place()
    const { body } = await world.of('root').api.get<Persons>(`${path}/access/${person}`)
    expect(abilityOf(body.abilities, name)?.obstacle).toBe(obstacle)
  })

  it('returns 403 for access without the right to see users, and 404 for unreadable records and users', async () => {
    const { api: admin, actor } = world.of('admin')
    const stranger = await world.personNamed('admin2')
    const own = `companies/${actor.company}`
    expect((await stranger.api.get(`${own}/access`)).status).toBe(404)
    expect((await admin.get(`${own}/access/${stranger.actor.uid}`)).status).toBe(404)
    expect((await admin.get(`${own}/access/${world.of('root').actor.uid}`)).status).toBe(404)
    for (const role of ['manager', 'editor', 'viewer'] as const)
      expect((await world.of(role).api.get(`${own}/access`)).status).toBe(403)
  })
})

type UsersReach = {
  active: boolean
  reach: { resource: string; count: number | null; abilities: { name: string; because: string[] }[] }[]
  code?: string
}

describe('what a user can do', () => {
  it.each(roles)('the reach of a user equals what the server allows, with the counts: %s', async role => {
    const { api: own, actor } = world.of(role)
    const { body } = await world.of('root').api.get<UsersReach>(`users/${actor.uid}/reach`)
    expect(body.active).toBe(true)
    for (const { resource, count } of body.reach) {
      const { path, isListed } = listOf(resource)
      if (!isListed) continue
      const { status, body: list } = await own.get<{ meta: { count: number } }>(`${path}?batch=1`)
      // A grant for the caller's own record opens no list; some resources are listed only under a record.
      if (status === 200) expect([resource, count]).toEqual([resource, list.meta.count])
      else expect([resource, [403, 404].includes(status)]).toEqual([resource, true])
    }
    const told = body.reach.map(({ resource }) => resource)
    for (const name of resourceNames.filter(each => listOf(each).isListed && !told.includes(each)))
      expect([name, (await own.get(`${listOf(name).path}?batch=1`)).status]).not.toEqual([name, 200])
  })

  it('the reach of a user is readable with the user, and has record counts only for root', async () => {
    const { api: admin, actor } = world.of('admin')
    const { body } = await admin.get<UsersReach>(`users/${actor.uid}/reach`)
    expect(body.reach.length).toBeGreaterThan(5)
    expect(new Set(body.reach.map(({ count }) => count))).toEqual(new Set([null]))
    const stranger = await world.personNamed('admin2')
    expect((await stranger.api.get(`users/${actor.uid}/reach`)).status).toBe(404)
    expect((await admin.get(`users/${world.of('root').actor.uid}/reach`)).status).toBe(404)
  })

  it('the reach of a user reports that the account is inactive', async () => {
    const { api: root } = world.of('root')
    const [person] = await listAll<Found>(root, 'users', { status: 'disabled' })
    expect((await root.get<UsersReach>(`users/${person?.uid}/reach`)).body.active).toBe(false)
  })
})
