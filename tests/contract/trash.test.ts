import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Link = { ref: string; label: string }
type Trashed = Found & {
  label: string
  type: string
  object: string
  by: Link
  createdAt: string
  purgeAt: string
}
type Refusal = { code: string; params?: object }
type Vecto = Found & { name: string; status: string; duration: number; video: Link; code?: string }
type Uses = {
  uses: { resource: string; count: number; effect: string; records: Link[] }[]
  trashDays: number
}

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

const inTrash = (reader: Api) => listAll<Trashed>(reader, 'trash')
const newGroup = async (name: string) => (await admin.post<Found>(`${home}/groups`, { name })).body.uid
const restore = (caller: Api, type: string, uid: string) =>
  caller.patch<Refusal & Found>(`trash/${type}-${uid}/restore`, {})
const deletedGroup = async (name: string) => {
  const uid = await newGroup(name)
  expect((await admin.del(`${home}/groups/${uid}`)).status).toBe(200)
  return uid
}
const vectosIn = (status: string) => listAll<Vecto>(admin, 'videos3d', { status })
const pathOf = ({ video, uid }: Vecto) => `${video.ref}/vectos/${uid}`
const secondsUsed = async () => (await root.get<{ seconds: { used: number } }>(home)).body.seconds.used

describe('a deleted record', () => {
  it('a deleted record leaves its lists and is in the trash with name, type and purge date', async () => {
    const uid = await deletedGroup('Gone for now')
    expect((await admin.get(`${home}/groups/${uid}`)).status).toBe(404)
    const [trashed] = await inTrash(admin)
    expect(trashed).toMatchObject({
      uid: `groups-${uid}`,
      label: 'Gone for now',
      type: 'groups',
      object: `${home}/groups/${uid}`,
      company: { ref: home },
      by: { ref: `users/${world.of('admin').actor.uid}` },
    })
    expect(trashed).not.toHaveProperty('content')
    const days = (Date.parse(trashed?.purgeAt ?? '') - Date.parse(trashed?.createdAt ?? '')) / 86_400_000
    expect(days).toBe(30)
  })

  it('restores a deleted record with its history and links', async () => {
    const members = (await listAll(admin, 'users', { status: 'active' })).slice(0, 2)
    const { body: group } = await admin.post<Found>(`${home}/groups`, {
      name: 'With members',
      comment: 'Weekly',
      members: members.map(({ uid }) => ({ ref: `users/${uid}` })),
    })
    const before = (await admin.get(`${home}/groups/${group.uid}`)).body
    await admin.del(`${home}/groups/${group.uid}`)
    expect((await restore(admin, 'groups', group.uid)).status).toBe(200)
    expect((await admin.get(`${home}/groups/${group.uid}`)).body).toEqual(before)
    expect((await inTrash(admin)).map(({ label }) => label)).not.toContain('With members')
    const history = await listAll<Found & { event: string }>(admin, 'events', {
      object: `${home}/groups/${group.uid}`,
    })
    expect(history.map(({ event }) => event)).toEqual(['restore', 'delete', 'create'])
  })

  it('refuses a restore when the name is taken or the parent is deleted', async () => {
    const uid = await deletedGroup('Taken')
    await newGroup('taken')
    expect((await restore(admin, 'groups', uid)).body).toMatchObject({
      code: 'validation',
      fields: { name: 'taken' },
    })
    const { body: company } = await root.post<Found>('companies', { name: 'Short-lived' })
    const { body: child } = await root.post<Found>(`companies/${company.uid}/groups`, { name: 'Orphan' })
    await root.del(`companies/${company.uid}/groups/${child.uid}`)
    expect((await root.del(`companies/${company.uid}`)).status).toBe(200)
    expect((await restore(root, 'groups', child.uid)).body).toMatchObject({
      code: 'restore_missing',
      params: { name: 'Orphan' },
    })
    expect((await restore(root, 'companies', company.uid)).status).toBe(200)
    expect((await restore(root, 'groups', child.uid)).status).toBe(200)
    expect((await root.get(`companies/${company.uid}/groups/${child.uid}`)).status).toBe(200)
  })

  it('restores a record once under concurrent restores', async () => {
    const uid = await deletedGroup('Wanted twice')
    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(admin, 'groups', uid)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
  })

  it('a concurrent restore and permanent deletion never both succeed', async () => {
    const uid = await deletedGroup('Torn')
    const [restored, deleted] = await Promise.all([
      restore(admin, 'groups', uid),
      admin.del(`trash/groups-${uid}`),
    ])
    expect([restored.status, deleted.status].sort()).toEqual([200, 404])
    const found = await admin.get(`${home}/groups/${uid}`)
    expect(found.status).toBe(restored.status)
  })

  it('deletes a record permanently, which the history records', async () => {
    const uid = await deletedGroup('For good')
    expect((await admin.del(`trash/groups-${uid}`)).status).toBe(200)
    expect((await restore(admin, 'groups', uid)).status).toBe(404)
    const history = await listAll<Found & { event: string; args: object }>(admin, 'events', {
      object: `${home}/groups/${uid}`,
    })
    expect(history[0]).toMatchObject({ event: 'delete', args: { forGood: true } })
  })

  it('returns 404 for the trash of another company, and 403 to viewers', async () => {
    const uid = await deletedGroup('Not yours')
    const stranger = (await world.personNamed('admin2')).api
    expect((await inTrash(stranger)).filter(({ label }) => label === 'Not yours')).toEqual([])
    expect((await stranger.get(`trash/groups-${uid}`)).status).toBe(404)
    expect((await restore(stranger, 'groups', uid)).status).toBe(404)
    expect((await stranger.del(`trash/groups-${uid}`)).status).toBe(404)
    expect((await restore(world.of('viewer').api, 'groups', uid)).status).toBe(403)
    expect((await world.of('viewer').api.get('trash')).status).toBe(403)
    expect((await restore(admin, 'groups', uid)).status).toBe(200)
  })
})

describe('a deleted 3D video', () => {
  it('deleting a 3D video refunds its seconds, and restoring it charges them again', async () => {
    const [running] = await vectosIn('processing')
    if (!running) throw new Error('no 3D video under way')
    const before = await secondsUsed()
    expect((await admin.del(pathOf(running))).status).toBe(200)
    expect(await secondsUsed()).toBe(before - Math.ceil(running.duration))
    expect((await restore(admin, 'vectos', running.uid)).status).toBe(200)
    expect(await secondsUsed()).toBe(before)
  })

  it('refuses to delete a 3D video that an environment uses, as its uses list beforehand', async () => {
    const [made] = await vectosIn('completed')
    const path = made ? pathOf(made) : ''
    const { body } = await admin.get<Uses>(`${path}/uses`)
    expect(body.uses[0]).toMatchObject({ resource: 'shares', effect: 'blocked' })
    expect(body.uses[0]?.records[0]?.ref).toMatch(/^environments\//)
    expect((await admin.del(path)).status).toBe(409)
    expect((await inTrash(admin)).map(({ uid }) => uid)).not.toContain(`vectos-${made?.uid}`)
  })
})

describe('an environment', () => {
  it('the uses of an environment list the versions and shares that are deleted with it', async () => {
    // The first five shared records may all be of one kind.
    const kinds = new Set<string | undefined>()
    for (const { uid } of await listAll(root, 'environments', { status: 'completed' })) {
      const { body } = await root.get<Uses>(`environments/${uid}/uses`)
      for (const { resource, effect } of body.uses) {
        expect(['versions', 'shares']).toContain(resource)
        expect(effect).toBe('deleted')
      }
      const shares = body.uses.find(({ resource }) => resource === 'shares')
      for (const { ref } of shares?.records ?? []) kinds.add(ref.split('/').at(-2))
    }
    expect([...kinds].sort()).toEqual(['medias', 'vectos'])
  })
})

describe('the files of a deleted record', () => {
  const linkTo = async (uid: string) => {
    const { body, status } = await root.get<{ url: string }>(`dl/downloads/${uid}/file`)
    return { url: server.url + body.url, status }
  }

  it('keeps the files of a deleted record, which cannot be downloaded until it is restored', async () => {
    const [installer] = await listAll(root, 'downloads')
    const uid = installer?.uid ?? ''
    const before = await (await fetch((await linkTo(uid)).url)).arrayBuffer()
    expect((await root.del(`downloads/${uid}`)).status).toBe(200)
    expect((await linkTo(uid)).status).toBe(404)
    expect((await restore(root, 'downloads', uid)).status).toBe(200)
    const after = await (await fetch((await linkTo(uid)).url)).arrayBuffer()
    expect(Buffer.from(after).equals(Buffer.from(before))).toBe(true)
  })
})

it('the uses of a record list what refers to it, and how many days it can be restored', async () => {
  const { body } = await root.get<Uses>(`${home}/uses`)
  expect(body.trashDays).toBe(30)
  expect(body.uses.map(({ resource }) => resource)).toEqual(
    expect.arrayContaining(['groups', 'users', 'videos', 'vectos']),
  )
  expect(body.uses.every(({ count }) => count > 0)).toBe(true)
  const [media] = await listAll(root, 'medias')
  expect((await root.get<Uses>(`medias/${media?.uid}/uses`)).body.trashDays).toBe(0)
  const stranger = (await world.personNamed('admin2')).api
  expect((await stranger.get(`${home}/uses`)).status).toBeGreaterThanOrEqual(403)
})
