import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Left = { uid: string; label: string; code: string }
type Answer = {
  done: string[]
  left: Left[]
  undo: { resource: string; action: string; uids: string[]; values?: string[] }[]
}
type User = Found & { status: string; email: string }

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api
let home: string

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  admin = world.of('admin').api
  home = `companies/${world.of('admin').actor.company}`
})
afterAll(() => server.stop())

const run = (caller: Api, path: string, uids: readonly string[], dryRun = false) =>
  caller.post<Answer>(path, { uids, dryRun })
const newGroup = async (name: string) => (await admin.post<Found>(`${home}/groups`, { name })).body.uid
const groupStatus = async (uid: string) => (await admin.get(`${home}/groups/${uid}`)).status
const usersOf = async (company: string, status: string) =>
  (await listAll<User>(root, 'users', { status, company })).filter(({ uid }) => !world.isPerson(uid))
const statusOf = async (uid: string) => (await root.get<User>(`users/${uid}`)).body.status
const codesOf = ({ left }: Answer) => Object.fromEntries(left.map(({ uid, code }) => [uid, code]))

describe('a dry run', () => {
  it('a dry run lists the records to change and the reasons for the others, without a change', async () => {
    const [one, two] = [await newGroup('Rehearsed'), await newGroup('Rehearsed too')]
    const { body, status } = await run(admin, 'groups/bulk/delete', [one, two, 'nobody'], true)
    expect(status).toBe(200)
    expect(body).toMatchObject({ done: [one, two], undo: [] })
    expect(body.left).toEqual([{ uid: 'nobody', label: '', code: 'not_found', params: {} }])
    expect([await groupStatus(one), await groupStatus(two)]).toEqual([200, 200])
    const trashed = await listAll(admin, 'trash')
    expect(trashed.map(({ uid }) => uid)).not.toContain(`groups-${one}`)
    const events = await listAll<Found & { event: string }>(admin, 'events', {
      object: `${home}/groups/${one}`,
    })
    expect(events.map(({ event }) => event)).not.toContain('delete')
  })

  it('a dry run reports the code and the record’s label when a deletion is refused', async () => {
    const vectos = await listAll<Found & { video: { ref: string; label: string } }>(admin, 'videos3d')
    const [ref = ''] = vectos.map(({ video }) => video.ref)
    const uid = ref.split('/')[1] ?? ''
    const { body } = await run(admin, 'videos/bulk/delete', [uid], true)
    expect(body.done).toEqual([])
    expect(body.left[0]).toMatchObject({ uid, code: 'referred_to', params: { by: 'vectos' } })
    expect(body.left[0]?.label).not.toBe('')
  })

  it('a dry run lists the records that exceed a limit', async () => {
    const { api: partner } = world.of('partner')
    const admins = await listAll<User>(partner, 'users', { company: home, role: 'admin', status: 'active' })
    const uids = admins.map(({ uid }) => uid)
    expect(uids.length).toBeGreaterThan(1)
    const { body } = await run(partner, 'users/bulk/suspend', uids, true)
    expect(body.done).toEqual(uids.slice(0, -1))
    expect(codesOf(body)).toEqual({ [uids.at(-1) ?? '']: 'last_admin' })
    for (const uid of uids) expect(await statusOf(uid)).toBe('active')
  })

  it('returns 503 when another transaction locks a record', async context => {
    context.skip(process.env.TEST_DB !== 'postgres', 'the embedded database serves its server alone')
    const group = await newGroup('Held')
    const client = new pg.Client({ connectionString: server.env.DATABASE_URL })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from groups where uid = $1 for update', [group])
      const held = await run(admin, 'groups/bulk/delete', [group], true)
      expect(held.status).toBe(503)
      await client.query('rollback')
      expect((await run(admin, 'groups/bulk/delete', [group], true)).body.done).toEqual([group])
    } finally {
      await client.end()
    }
  })
})

describe('bulk actions on many records', () => {
  it('deletes records to the trash in bulk and restores them', async () => {
    const uids = [await newGroup('One of many'), await newGroup('Another of many')]
    const { body } = await run(admin, 'groups/bulk/delete', uids)
    expect(body.done).toEqual(uids)
    expect(await groupStatus(uids[0] ?? '')).toBe(404)
    expect(body.undo).toEqual([
      { resource: 'trash', action: 'restore', uids: uids.map(uid => `groups-${uid}`) },
    ])
    const undone = await run(admin, 'trash/bulk/restore', body.undo[0]?.uids ?? [])
    expect(undone.body.left).toEqual([])
    expect(await groupStatus(uids[0] ?? '')).toBe(200)
  })

  it('suspends and reactivates users in bulk, skipping those in another state', async () => {
    const active = (await usersOf(home, 'active')).slice(0, 2)
    const pending = (await usersOf(home, 'pending')).slice(0, 1)
    const uids = [...active, ...pending].map(({ uid }) => uid)
    expect(pending).toHaveLength(1)
    const { body } = await run(admin, 'users/bulk/suspend', uids)
    expect(body.done).toEqual(active.map(({ uid }) => uid))
    expect(codesOf(body)).toEqual({ [pending[0]?.uid ?? '']: 'state' })
    expect(await statusOf(active[0]?.uid ?? '')).toBe('disabled')
    const undone = await run(admin, `users/bulk/${body.undo[0]?.action}`, [
      ...(body.undo[0]?.uids ?? []),
      pending[0]?.uid ?? '',
    ])
    expect(undone.body.done).toEqual(body.done)
    expect([await statusOf(active[0]?.uid ?? ''), await statusOf(pending[0]?.uid ?? '')]).toEqual([
      'active',
      'pending',
    ])
  })

  it('resends pending invitations in bulk with new links, skipping active users', async () => {
    const invite = async (email: string) =>
      (await admin.post<User>('user-invite', { email, role: 'viewer', lang: 'en', company: { ref: home } }))
        .body
    const pending = [await invite('again@guests.example'), await invite('once.more@guests.example')]
    const active = (await usersOf(home, 'active')).slice(0, 1)
    const uids = [...pending, ...active].map(({ uid }) => uid)
    const mailsTo = async ({ email }: User) => (await listAll(root, 'mails', { email })).length
    const before = await Promise.all(pending.map(mailsTo))
    const left = { [active[0]?.uid ?? '']: 'state' }
    const rehearsed = await run(admin, 'users/bulk/resend', uids, true)
    expect([rehearsed.body.done, codesOf(rehearsed.body)]).toEqual([uids.slice(0, 2), left])
    expect(await Promise.all(pending.map(mailsTo))).toEqual(before)
    const { body } = await run(admin, 'users/bulk/resend', uids)
    expect([body.done, codesOf(body), body.undo]).toEqual([uids.slice(0, 2), left, []])
    expect(await Promise.all(pending.map(mailsTo))).toEqual(before.map(count => count + 1))
    expect((await root.get<{ invitedBy: { ref: string } }>(`users/${uids[0]}`)).body.invitedBy.ref).toBe(
      `users/${world.of('admin').actor.uid}`,
    )
    const again = await run(admin, 'users/bulk/resend', uids.slice(0, 1))
    expect(codesOf(again.body)).toEqual({ [uids[0] ?? '']: 'resent_already' })
  })

  it('reports records of another company as not found, without their labels', async () => {
    const elsewhere = world.companiesOf(world.of('admin').actor, 'foreign')
    const others = (await listAll<User>(root, 'users', { status: 'active' })).filter(({ company }) =>
      elsewhere.includes(company?.ref.split('/')[1] ?? ''),
    )
    const uids = others.slice(0, 3).map(({ uid }) => uid)
    expect(uids).toHaveLength(3)
    const { body } = await run(admin, 'users/bulk/suspend', uids)
    expect(body).toEqual({
      done: [],
      left: uids.map(uid => ({ uid, label: '', code: 'not_found', params: {} })),
      undo: [],
    })
    expect(await statusOf(uids[0] ?? '')).toBe('active')
  })

  it('roles without the right to delete groups get 403 for the bulk action', async () => {
    const uid = await newGroup('Not for viewers')
    for (const role of ['viewer', 'editor', 'manager'] as const)
      expect((await run(world.of(role).api, 'groups/bulk/delete', [uid])).status).toBe(403)
    expect(await groupStatus(uid)).toBe(200)
  })

  it('two concurrent bulk actions change each record once', async () => {
    const uids = await Promise.all(['a', 'b', 'c', 'd'].map(name => newGroup(`Twice ${name}`)))
    const answers = await Promise.all([
      run(admin, 'groups/bulk/delete', uids),
      run(admin, 'groups/bulk/delete', [...uids].reverse()),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.flatMap(({ body }) => body.done).sort()).toEqual([...uids].sort())
    for (const { body } of answers) for (const { code } of body.left) expect(code).toBe('not_found')
  })

  it('counts a repeated uid once and refuses more than 50 records', async () => {
    const uid = await newGroup('Named twice')
    expect((await run(admin, 'groups/bulk/delete', [uid, uid])).body).toMatchObject({ done: [uid], left: [] })
    const many = Array.from({ length: 51 }, (_, index) => `u${index}`)
    expect((await run(admin, 'groups/bulk/delete', many)).status).toBe(422)
    expect((await run(admin, 'groups/bulk/delete', [])).status).toBe(422)
    expect((await admin.post('groups/bulk/rename', { uids: [uid] })).status).toBe(404)
  })
})

describe('the ids of all records that match', () => {
  it('returns the ids of all 3D videos with the ids of their parents', async () => {
    const { body } = await admin.get<{ ids: string[] }>('vectos/bulk?q={}')
    const vectos = await listAll<Found & { video: { ref: string } }>(admin, 'videos3d')
    expect([...body.ids].sort()).toEqual(
      vectos.map(({ uid, video }) => `${video.ref.split('/')[1]}/${uid}`).sort(),
    )
  })

  it('applies the filter and the caller’s scope to the ids of a bulk action', async () => {
    const q = encodeURIComponent(JSON.stringify({ status: 'pending' }))
    const mine = (await admin.get<{ ids: string[] }>(`users/bulk?q=${q}`)).body.ids
    const all = (await root.get<{ ids: string[] }>(`users/bulk?q=${q}`)).body.ids
    expect(mine.length).toBeGreaterThan(0)
    expect(mine.length).toBeLessThan(all.length)
    expect((await world.of('viewer').api.get('users/bulk?q={}')).status).toBe(403)
    expect((await admin.get('users/bulk?q={"nothing":1}')).status).toBe(400)
  })
})

describe('bulk changes of a list field', () => {
  type Media = Found & { tags: string[]; company: { ref: string } }
  type Scene = Found & {
    accessList: { ref: string }[]
    accessGroups: { ref: string }[]
    video: { ref: string }
    company: { ref: string }
  }
  const change = (caller: Api, path: string, uids: readonly string[], values?: readonly string[]) =>
    caller.post<Answer & { code?: string }>(path, { uids, values })
  const undo = async (caller: Api, { undo: parts }: Answer) => {
    for (const { resource, action, uids, values } of parts)
      expect((await change(caller, `${resource}/bulk/${action}`, uids, values)).body.done).toEqual(uids)
  }
  const tagsOf = async (uid: string) => (await admin.get<Media>(`medias/${uid}`)).body.tags

  it('adds tags only to records without them, and undoes only these', async () => {
    const medias = (await listAll<Media>(admin, 'medias', { status: 'completed' })).slice(0, 2)
    const [one, two] = medias.map(({ uid }) => uid) as [string, string]
    await admin.patch(`medias/${one}`, { tags: ['harbour', 'summer'] })
    await admin.patch(`medias/${two}`, { tags: ['summer'] })
    const { body } = await change(admin, 'medias/bulk/tag', [one, two], ['harbour'])
    expect(body.done).toEqual([two])
    expect(codesOf(body)).toEqual({ [one]: 'unchanged' })
    expect(await tagsOf(two)).toEqual(['summer', 'harbour'])
    expect(body.undo).toEqual([{ resource: 'medias', action: 'untag', uids: [two], values: ['harbour'] }])
    await undo(admin, body)
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([['harbour', 'summer'], ['summer']])
  })

  it('keeps previous tags when a bulk change is undone', async () => {
    const medias = (await listAll<Media>(admin, 'medias', { status: 'completed' })).slice(0, 3)
    const uids = medias.map(({ uid }) => uid)
    const before = [['harbour'], [], ['night']]
    for (const [at, uid] of uids.entries()) await admin.patch(`medias/${uid}`, { tags: before[at] })
    const tags = () => Promise.all(uids.map(tagsOf))
    const added = await change(admin, 'medias/bulk/tag', uids, ['harbour', ' night ', 'night'])
    expect(await tags()).toEqual([
      ['harbour', 'night'],
      ['harbour', 'night'],
      ['night', 'harbour'],
    ])
    await undo(admin, added.body)
    expect(await tags()).toEqual(before)
    const removed = await change(admin, 'medias/bulk/untag', uids, ['harbour', 'night'])
    expect(await tags()).toEqual([[], [], []])
    await undo(admin, removed.body)
    expect(await tags()).toEqual(before)
  })

  it('refuses bulk tags that are missing, empty or too many, and records of other companies', async () => {
    const [media] = await listAll<Media>(admin, 'medias', { status: 'completed' })
    const uid = media?.uid ?? ''
    expect(codesOf((await change(admin, 'medias/bulk/tag', [uid])).body)).toEqual({ [uid]: 'validation' })
    expect((await change(admin, 'medias/bulk/tag', [uid], [])).status).toBe(422)
    const many = Array.from({ length: 51 }, (_, index) => `tag ${index}`)
    expect((await change(admin, 'medias/bulk/tag', [uid], many)).status).toBe(422)
    const foreign = (await listAll<Media>(root, 'medias')).find(
      ({ company }) => company.ref !== media?.company.ref,
    )
    const gone = foreign?.uid ?? ''
    const { body } = await change(admin, 'medias/bulk/tag', [gone], ['mine'])
    expect(body.left).toEqual([{ uid: gone, label: '', code: 'not_found', params: {} }])
  })

  it('grants users of the same company access to many 3D videos, and revokes it', async () => {
    const scenes = (await listAll<Scene>(admin, 'videos3d', { status: 'completed' })).slice(0, 2)
    const viewer = `users/${world.of('viewer').actor.uid}`
    const stranger = `users/${(await world.personNamed('admin2')).actor.uid}`
    const uids = scenes.map(({ uid }) => uid)
    const has = async ({ video, uid }: Scene) =>
      (await admin.get<Scene>(`${video.ref}/vectos/${uid}`)).body.accessList.some(({ ref }) => ref === viewer)
    await change(admin, 'vectos/bulk/removeAccess', uids, [viewer])
    const given = await change(admin, 'vectos/bulk/addAccess', uids, [viewer])
    expect(given.body.done).toEqual(uids)
    expect(await Promise.all(scenes.map(has))).toEqual(scenes.map(() => true))
    await change(admin, 'vectos/bulk/removeAccess', uids, [viewer])
    expect(await Promise.all(scenes.map(has))).toEqual(scenes.map(() => false))
    const refused = await change(admin, 'vectos/bulk/addAccess', uids, [stranger])
    expect([...new Set(Object.values(codesOf(refused.body)))]).toEqual(['validation'])
  })

  it('grants groups access to many 3D videos, and revokes it', async () => {
    const scenes = (await listAll<Scene>(admin, 'videos3d', { status: 'completed' })).slice(0, 2)
    const uids = scenes.map(({ uid }) => uid)
    const groups = `${scenes[0]?.company.ref}/groups`
    const group = `${groups}/${(await admin.post<Found>(groups, { name: 'In bulk' })).body.uid}`
    const has = async ({ video, uid }: Scene) =>
      (await admin.get<Scene>(`${video.ref}/vectos/${uid}`)).body.accessGroups.some(
        ({ ref }) => ref === group,
      )
    const given = await change(admin, 'vectos/bulk/addGroups', uids, [group])
    expect([given.body.done, given.body.undo]).toMatchObject([uids, [{ uids, values: [group] }]])
    expect(await Promise.all(scenes.map(has))).toEqual([true, true])
    await change(admin, 'vectos/bulk/removeGroups', uids, [group])
    expect(await Promise.all(scenes.map(has))).toEqual([false, false])
  })

  it('adds users to groups of their company, and removes them', async () => {
    const group = `${home}/groups/${await newGroup('Joined in bulk')}`
    const uids = (await usersOf(home, 'active')).slice(0, 2).map(({ uid }) => uid)
    const stranger = (await world.personNamed('admin2')).actor.uid
    const members = async () =>
      (await admin.get<{ members: { ref: string }[] }>(group)).body.members.map(({ ref }) => ref).sort()
    const added = await change(admin, 'users/bulk/addToGroups', uids, [group])
    expect(added.body.done).toEqual(uids)
    expect(added.body.undo).toEqual([
      { resource: 'users', action: 'removeFromGroups', uids, values: [group] },
    ])
    expect(await members()).toEqual(uids.map(uid => `users/${uid}`).sort())
    const again = await change(admin, 'users/bulk/addToGroups', uids, [group])
    expect([...new Set(Object.values(codesOf(again.body)))]).toEqual(['unchanged'])
    const foreign = await change(root, 'users/bulk/addToGroups', [stranger], [group])
    expect(codesOf(foreign.body)).toEqual({ [stranger]: 'validation' })
    await change(admin, 'users/bulk/removeFromGroups', uids, [group])
    expect(await members()).toEqual([])
  })
})
