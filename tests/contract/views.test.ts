import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { viewsPerList } from '~/model/resources/views'
import { type Api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type View = Found & {
  name: string
  list: string
  tab: string | null
  query: string | null
  shared: boolean
  isDefault: boolean
  createdBy: { ref: string; label: string }
  updatedAt: string
  code?: string
  fields?: Record<string, string>
}
type Me = { uid: string; defaultViews: { list: string; tab: string; query: string }[] }

let server: TestServer
let world: DemoWorld
let admin: Api
let root: Api
let count = 0

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  admin = world.of('admin').api
  root = world.of('root').api
})
afterAll(() => server.stop())

const body = (more: object = {}) => ({
  name: `View ${count++}`,
  list: 'medias',
  tab: 'completed',
  query: '?name=a&sort=-name&rows=30',
  ...more,
})
const save = (more: object = {}, api = admin) => api.post<View>('views', body(more))

/** Another user of the same company, created by root. */
const colleague = async (role = 'admin') => {
  const email = `${role}-${count++}@views.example`
  const company = { ref: `companies/${world.of('admin').actor.company}` }
  const names = { firstname: 'Colette', lastname: 'Colleague', lang: 'fr', status: 'active' }
  const { body: user } = await root.post<{ uid: string }>('users', {
    ...{ ...names, email, role, company, password: demoPassword, origin: 'creation' },
  })
  return { uid: user.uid, email, api: await login(server.url, email, demoPassword) }
}

describe('a view', () => {
  it('saves the list’s query as a view that only its owner can read', async () => {
    const { status, body: view } = await save({ query: '?sort=-name&name=a&rows=30&page=4' })
    expect([status, view.query, view.shared, view.isDefault]).toEqual([
      ...[201, '?name=a&sort=-name&rows=30', false, false],
    ])
    expect(view.createdBy.ref).toBe(`users/${world.of('admin').actor.uid}`)
    const other = (await colleague()).api
    expect((await other.get(`views/${view.uid}`)).status).toBe(404)
    expect((await listAll(other, 'views')).map(({ uid }) => uid)).not.toContain(view.uid)
    expect((await other.patch(`views/${view.uid}`, { name: 'Mine' })).status).toBe(404)
    expect((await other.del(`views/${view.uid}`)).status).toBe(404)
  })

  it.each([
    ['an unknown filter', { query: '?colour=red' }, 'query'],
    ['a value that does not fit', { query: '?status=lost' }, 'query'],
    ['a page size that is not offered', { query: '?rows=1000' }, 'query'],
    ['a field that cannot be sorted by', { query: '?sort=file' }, 'query'],
    [
      'a field of which there is none to read',
      { list: 'users', tab: 'active', query: '?messageToken=x' },
      'query',
    ],
    ['the same word twice', { query: '?name=a&name=b' }, 'query'],
    ['an address elsewhere', { query: 'https://elsewhere.example/?name=a' }, 'query'],
    ['too long a query', { query: `?name=${'a'.repeat(1001)}` }, 'query'],
    ['a tab that the list does not have', { tab: 'lost' }, 'tab'],
    ['no tab of a list with tabs', { tab: '' }, 'tab'],
    ['an unknown list', { list: 'constructor' }, 'list'],
    ['a list without a screen', { list: 'shares', tab: '', query: '' }, 'list'],
    ['no name', { name: ' ' }, 'name'],
    ['too long a name', { name: 'x'.repeat(61) }, 'name'],
  ])('refuses a view with %s', async (_what, wrong, field) => {
    const { status, body: refusal } = await save(wrong, root)
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([422, [field]])
  })

  it('refuses a view of a list or filter field that its owner may not read', async () => {
    expect((await save({ list: 'templates', tab: '', query: '' })).status).toBe(403)
    const filtered = { list: 'companies', tab: '', query: '?partner=companies/abc' }
    expect((await save(filtered, root)).status).toBe(201)
    const { status } = await save({ list: 'users', tab: 'active', query: '?notifications=true' })
    expect(status).toBe(422)
  })

  it('refuses a repeated view name ignoring case and accents, also under concurrency', async () => {
    await save({ name: 'À revoir' })
    expect((await save({ name: 'a REVOIR' })).body.fields).toEqual({ name: 'taken' })
    expect((await save({ name: 'a revoir', list: 'videos' })).status).toBe(201)
    expect((await save({ name: 'À revoir' }, (await colleague()).api)).status).toBe(201)
    const two = await Promise.all([save({ name: 'Twice' }), save({ name: 'Twice' })])
    expect(two.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  it(`allows at most ${viewsPerList} views per list, also under concurrency`, async () => {
    const { api } = await colleague()
    const made = await Promise.all(Array.from({ length: viewsPerList + 5 }, () => save({}, api)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(viewsPerList)
    expect(made.find(({ status }) => status !== 201)?.body.code).toBe('too_many_views')
    expect((await save({ list: 'videos' }, api)).status).toBe(201)
  })

  it('refuses to change a view’s list, owner or company', async () => {
    const { body: view } = await save(
      { company: { ref: `companies/${world.of('root').actor.company}` } },
      root,
    )
    expect(view.company?.ref).toBe(`companies/${world.of('root').actor.company}`)
    for (const wrong of [{ list: 'videos' }, { createdBy: null }, { company: null }])
      expect((await root.patch(`views/${view.uid}`, wrong)).status).toBe(403)
    const elsewhere = { company: { ref: `companies/${world.of('root').actor.company}` } }
    expect((await save(elsewhere)).status).toBe(403)
  })
})

describe('a shared view', () => {
  it('colleagues read a shared view, its owner and root change it, and others get 404', async () => {
    const { body: view } = await save({ shared: true })
    const { api } = await colleague()
    const seen = await api.get<View>(`views/${view.uid}`)
    expect([seen.status, seen.body.createdBy.label]).toEqual([200, 'Adrien Administrateur'])
    expect((await api.patch(`views/${view.uid}`, { name: 'Mine' })).status).toBe(403)
    expect((await api.del(`views/${view.uid}`)).status).toBe(403)
    for (const stranger of [world.of('partner').api, (await world.personNamed('admin2')).api]) {
      expect((await stranger.get(`views/${view.uid}`)).status).toBe(404)
      expect((await stranger.patch(`views/${view.uid}`, { shared: false })).status).toBe(404)
    }
    expect((await world.of('viewer').api.get(`views/${view.uid}`)).status).toBe(403)
    expect((await root.patch<View>(`views/${view.uid}`, { name: 'By root' })).body.name).toBe('By root')
    expect((await admin.patch<View>(`views/${view.uid}`, { shared: false })).status).toBe(200)
    expect((await api.get(`views/${view.uid}`)).status).toBe(404)
  })

  it('hides a shared view from colleagues who may not see its list', async () => {
    const { actor } = world.of('root')
    const { body: mail } = await save({ list: 'templates', tab: '', query: '', shared: true }, root)
    const { body: media } = await save({ shared: true }, root)
    const company = { ref: `companies/${actor.company}` }
    const email = 'staff@views.example'
    const names = { firstname: 'Sam', lastname: 'Staff', lang: 'en', role: 'admin', status: 'active' }
    await root.post('purchases', {}).catch(() => undefined)
    for (const type of ['users', 'maxActive'])
      await root.post(`${company.ref}/purchases`, { company, type, quantity: 1 })
    await root.post('users', { ...names, email, company, password: demoPassword, origin: 'creation' })
    const api = await login(server.url, email, demoPassword)
    const found = (await listAll(api, 'views')).map(({ uid }) => uid)
    expect([found.includes(media.uid), found.includes(mail.uid)]).toEqual([true, false])
    expect((await api.get(`views/${mail.uid}`)).status).toBe(404)
  })

  it('a view of a moved user is no longer shared, and is deleted with the account', async () => {
    const leaver = await colleague()
    const { body: view } = await save({ shared: true }, leaver.api)
    const to = { ref: `companies/${(await world.personNamed('admin2')).actor.company}` }
    for (const type of ['users', 'maxActive'])
      await root.post(`${to.ref}/purchases`, { company: to, type, quantity: 1 })
    expect((await root.patch(`users/${leaver.uid}`, { company: to })).status).toBe(200)
    expect((await admin.get(`views/${view.uid}`)).status).toBe(404)
    const moved = await login(server.url, leaver.email, demoPassword)
    expect((await moved.get<View>(`views/${view.uid}`)).body).toMatchObject({ shared: false, company: to })
    expect((await root.del(`users/${leaver.uid}`)).status).toBe(200)
    expect((await root.get(`views/${view.uid}`)).status).toBe(404)
  })
})

describe('the default view', () => {
  it('one default view per tab, the last chosen, is returned with the session', async () => {
    const { api } = await colleague()
    const mine = async () => (await api.get<Me>('users/me')).body.defaultViews
    const first = await save({ isDefault: true }, api)
    const second = await save({ query: '?sort=name' }, api)
    await save({ list: 'videos', query: '', isDefault: true }, api)
    expect(await mine()).toEqual([
      { list: 'medias', tab: 'completed', query: '?name=a&sort=-name&rows=30' },
      { list: 'videos', tab: 'completed', query: '' },
    ])
    expect((await api.patch(`views/${second.body.uid}`, { isDefault: true })).status).toBe(200)
    expect((await mine())[0]?.query).toBe('?sort=name')
    expect((await api.get<View>(`views/${first.body.uid}`)).body.isDefault).toBe(false)
    await api.del(`views/${second.body.uid}`)
    expect((await mine()).map(({ list }) => list)).toEqual(['videos'])
  })
})
