import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { buySeats, newPassword, newPerson } from '../support/server/new-person'
import { codeOf } from '../support/server/one-time-code-app'
import { startServer, type TestServer } from '../support/server/test-server'

type Refusal = { code: string; params?: object }
type User = Found & { email: string; status: string; updatedAt: string; deletedAt: string | null }

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
  await buySeats(world)
})
afterAll(() => server.stop())

const restore = (caller: Api, uid: string) => caller.patch<Refusal>(`trash/users-${uid}/restore`, {})
const userOf = async (uid: string) => (await root.get<User>(`users/${uid}`)).body
const remove = async (uid: string) => expect((await admin.del(`users/${uid}`)).status).toBe(200)
type Used = { users: { total: number; active: number } }
const seats = async () => {
  const { total, active } = (await root.get<Used>(home)).body.users
  return [total, active]
}
const signIn = (email: string) => login(server.url, email, newPassword)
const trashed = async (reader: Api) =>
  (await listAll(reader, 'trash', { type: 'users' })).map(({ uid }) => uid)

describe('a deleted user', () => {
  it('a deleted user is in the trash by name, without credentials', async () => {
    const { uid } = await newPerson(server, world)
    await remove(uid)
    const { body } = await admin.get(`trash/users-${uid}`)
    expect(body).toMatchObject({
      label: 'Kay New',
      type: 'users',
      company: { ref: home },
      object: `users/${uid}`,
    })
    expect(JSON.stringify(body)).not.toContain('scrypt')
    expect(body).not.toHaveProperty('content')
  })

  it('restores a user with password, groups, seats and views, but without sessions', async () => {
    const { uid, email, session } = await newPerson(server, world, 'admin')
    const group = (
      await admin.post<Found>(`${home}/groups`, { name: 'Stays', members: [{ ref: `users/${uid}` }] })
    ).body
    const view = { name: 'Mine', list: 'medias', tab: 'completed', query: '?name=a' }
    expect((await session.post('views', view)).status).toBe(201)
    const [before, taken] = [await userOf(uid), await seats()]

    await remove(uid)
    expect((await seats()).map((now, at) => now - Number(taken[at]))).toEqual([-1, -1])
    await expect(signIn(email)).rejects.toThrow()
    expect((await restore(admin, uid)).status).toBe(200)

    const after = await userOf(uid)
    expect({ ...after, updatedAt: before.updatedAt }).toEqual(before)
    expect(await seats()).toEqual(taken)
    expect((await session.get('users/me')).status).toBe(401)
    const again = await signIn(email)
    expect((await listAll<Found & { name: string }>(again, 'views')).map(({ name }) => name)).toContain(
      'Mine',
    )
    const members = (await admin.get<{ members: { ref: string }[] }>(`${home}/groups/${group.uid}`)).body
      .members
    expect(members.map(({ ref }) => ref)).toEqual([`users/${uid}`])
    expect(await trashed(admin)).not.toContain(`users-${uid}`)
    const history = await listAll<Found & { event: string }>(root, 'events', { object: `users/${uid}` })
    expect(history.map(({ event }) => event).slice(0, 2)).toEqual(['restore', 'delete'])
  })

  it('restores a user with their second factor and its recovery codes', async () => {
    const { uid, email, session } = await newPerson(server, world)
    const { secret } = (await session.post<{ secret: string }>('me/second-factor', { password: newPassword }))
      .body
    const on = await session.post<{ recoveryCodes: string[] }>('me/second-factor/confirm', {
      code: codeOf(secret),
    })
    await remove(uid)
    expect((await restore(admin, uid)).status).toBe(200)
    await expect(signIn(email)).rejects.toThrow()
    const body = { username: email, password: newPassword, code: on.body.recoveryCodes[3] }
    expect((await api(server.url).post('login', body)).status).toBe(200)
  })

  it('restores a disabled user as disabled', async () => {
    const { uid, email } = await newPerson(server, world)
    await admin.patch(`users/${uid}`, { status: 'disabled' })
    await remove(uid)
    expect((await restore(admin, uid)).status).toBe(200)
    expect((await userOf(uid)).status).toBe('disabled')
    await expect(signIn(email)).rejects.toThrow()
  })

  it('restores a user once under concurrent restores', async () => {
    const { uid } = await newPerson(server, world)
    const taken = await seats()
    await remove(uid)
    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(admin, uid)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    expect(await seats()).toEqual(taken)
  })

  it('refuses to restore a user whose e-mail address another user has', async () => {
    const { uid, email } = await newPerson(server, world)
    await remove(uid)
    const user = {
      firstname: 'Next',
      lastname: 'One',
      email,
      password: 'secret-2',
      role: 'viewer',
      lang: 'en',
    }
    const next = (await root.post<Found>('users', { ...user, company: { ref: home }, origin: 'creation' }))
      .body
    expect((await restore(admin, uid)).body).toMatchObject({
      code: 'restore_taken',
      params: { name: 'Kay New' },
    })
    await remove(next.uid)
    const [one, other] = await Promise.all([restore(admin, uid), restore(admin, next.uid)])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    const password = one.status === 200 ? newPassword : 'secret-2'
    expect((await (await login(server.url, email, password)).get('users/me')).status).toBe(200)
  })

  it('refuses to restore a user without a free seat, and keeps them in the trash', async () => {
    const { body: company } = await root.post<Found>('companies', { name: 'One seat' })
    for (const type of ['users', 'maxActive'])
      await root.post(`companies/${company.uid}/purchases`, { type, quantity: 1 })
    const join = async (email: string) => {
      const user = {
        firstname: 'Only',
        lastname: 'One',
        email,
        password: newPassword,
        role: 'viewer',
        lang: 'en',
      }
      const link = { ref: `companies/${company.uid}` }
      return (await root.post<Found>('users', { ...user, company: link, origin: 'creation' })).body.uid
    }
    const uid = await join('first@seat.example')
    expect((await root.del(`users/${uid}`)).status).toBe(200)
    await join('second@seat.example')
    expect((await restore(root, uid)).body).toMatchObject({ code: 'quota' })
    expect(await trashed(root)).toContain(`users-${uid}`)
    expect((await userOf(uid)).status).toBe('deleted')
  })

  it('keeps the record of a user with the status deleted when the trash entry is deleted', async () => {
    const { uid, email } = await newPerson(server, world)
    expect((await admin.patch(`users/${uid}`, { status: 'deleted' })).status).toBe(200)
    expect((await admin.del(`trash/users-${uid}`)).status).toBe(200)
    expect((await restore(admin, uid)).status).toBe(404)
    expect((await userOf(uid)).status).toBe('deleted')
    await expect(signIn(email)).rejects.toThrow()
  })

  it('refuses changes and further deletions of a deleted user, who is restored unchanged', async () => {
    const { uid, email } = await newPerson(server, world)
    const deletions = await Promise.all([1, 2, 3].map(() => admin.del<Refusal>(`users/${uid}`)))
    expect(deletions.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const changes = [
      { firstname: 'Other' },
      { password: 'another-password' },
      { status: 'active' },
      { status: 'deleted' },
    ]
    for (const change of changes)
      expect((await admin.patch<Refusal>(`users/${uid}`, change)).body.code).toBe('state')
    expect((await admin.del<Refusal>(`users/${uid}`)).body.code).toBe('state')
    expect((await restore(admin, uid)).status).toBe(200)
    expect((await signIn(email)).token).toBeTruthy()
  })

  it('refuses to restore a user of another company or of higher rank', async () => {
    const { uid } = await newPerson(server, world)
    await remove(uid)
    const stranger = (await world.personNamed('admin2')).api
    expect((await restore(stranger, uid)).status).toBe(404)
    expect((await restore(world.of('viewer').api, uid)).status).toBe(403)
    const above = await newPerson(server, world, 'partner')
    const { session: below } = await newPerson(server, world, 'admin', 'partner')
    expect((await root.del(`users/${above.uid}`)).status).toBe(200)
    expect((await restore(below, above.uid)).status).toBeGreaterThanOrEqual(403)
    expect((await userOf(above.uid)).status).toBe('deleted')
  })
})
