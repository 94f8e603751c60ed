import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { viewsPerList } from '~/model/resources/views'
import { type Api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { freePort } from '../support/server/free-port'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { until } from '../support/video/video-jobs'

type Trashed = Found & { type: string; label: string; company: { ref: string } | null }
type Answer = Found & { code?: string; params?: object; secret?: string | null }
type View = Found & { name: string; shared: boolean; isDefault: boolean; company: { ref: string } }
type Delivery = Found & { status: string }

/** The only internal address that webhooks may reach in these tests. */
const HOST = '127.0.0.2'

let server: TestServer
let world: DemoWorld
let admin: Api
let root: Api
let home: string
let url: string
const arrived: (string | undefined)[] = []
const customer = createServer((request, response) => {
  arrived.push(String(request.headers['webhook-signature']))
  response.writeHead(200).end()
})

beforeAll(async () => {
  const port = await freePort()
  url = `http://${HOST}:${port}/hook`
  await new Promise<void>(done => void customer.listen(port, HOST, done))
  server = await startServer({ demo: true, env: { WEBHOOK_NETWORKS: `${HOST}/32` } })
  world = await demoWorld(server)
  admin = world.of('admin').api
  root = world.of('root').api
  home = `companies/${world.of('admin').actor.company}`
})
afterAll(async () => {
  customer.close()
  await server.stop()
})

const restore = (caller: Api, type: string, uid: string) =>
  caller.patch<Answer>(`trash/${type}-${uid}/restore`, {})
const inTrash = async (reader: Api, uid: string) =>
  (await listAll<Trashed>(reader, 'trash')).find(each => each.uid.endsWith(`-${uid}`))

/** Creates another user of the admin's company. */
const colleague = async () => {
  const email = `${randomUUID()}@colleagues.example`
  const person = {
    firstname: 'Colette',
    lastname: 'Colleague',
    lang: 'en',
    status: 'active',
    origin: 'creation',
  }
  const { body } = await root.post<Found>('users', {
    ...{ ...person, email, role: 'admin', company: { ref: home }, password: demoPassword },
  })
  return { uid: body.uid, api: await login(server.url, email, demoPassword) }
}

describe('a deleted webhook', () => {
  const newWebhook = async (name: string) => {
    const { body } = await admin.post<Answer>('webhooks', { name, url, company: { ref: home } })
    return body
  }
  const test = (uid: string) => admin.post<Answer>(`webhooks/${uid}/test`)
  const delivered = (uid: string) =>
    until(
      () => listAll<Delivery>(admin, 'deliveries', { webhook: `webhooks/${uid}` }),
      found => found.some(({ status }) => status === 'delivered'),
    )

  it('a deleted webhook sends nothing, and is restored with its secret', async () => {
    const { uid } = await newWebhook('Planning')
    await test(uid)
    await delivered(uid)
    const uses = await admin.get<{ uses: object[]; trashDays: number }>(`webhooks/${uid}/uses`)
    expect(uses.body.trashDays).toBe(30)
    expect(uses.body.uses).toMatchObject([{ resource: 'deliveries', count: 1, effect: 'deleted' }])
    expect((await admin.del(`webhooks/${uid}`)).status).toBe(200)
    expect(await inTrash(admin, uid)).toMatchObject({
      type: 'webhooks',
      label: 'Planning',
      company: { ref: home },
    })
    expect((await test(uid)).status).toBe(404)
    expect(await listAll<Delivery>(admin, 'deliveries', { webhook: `webhooks/${uid}` })).toEqual([])
    const before = arrived.length
    expect((await restore(admin, 'webhooks', uid)).status).toBe(200)
    await test(uid)
    await delivered(uid)
    expect(arrived.length).toBe(before + 1)
    expect(arrived.at(-1)).toMatch(/^v1,.{40}/)
    expect((await admin.get<Answer>(`webhooks/${uid}`)).body.secret).toBeNull()
  })

  it('deletes the waiting deliveries of a deleted webhook', async () => {
    const { uid } = await newWebhook('Impatient')
    await admin.patch(`webhooks/${uid}`, { url: `http://${HOST}:9/closed` })
    await test(uid)
    await admin.del(`webhooks/${uid}`)
    await restore(admin, 'webhooks', uid)
    expect(await listAll<Delivery>(admin, 'deliveries', { webhook: `webhooks/${uid}` })).toEqual([])
  })

  it('administrators of other companies and viewers cannot restore a webhook', async () => {
    const { uid } = await newWebhook('Ours')
    await admin.del(`webhooks/${uid}`)
    expect((await restore((await world.personNamed('admin2')).api, 'webhooks', uid)).status).toBe(404)
    expect((await restore(world.of('viewer').api, 'webhooks', uid)).status).toBe(403)
    expect((await restore(admin, 'webhooks', uid)).status).toBe(200)
  })

  it('refuses to restore a webhook when the company has 20 others', async () => {
    const { uid } = await newWebhook('Twenty-first')
    await admin.del(`webhooks/${uid}`)
    const { length } = await listAll(admin, 'webhooks')
    const others: string[] = []
    for (let more = length; more < 20; more++) others.push((await newWebhook(`Filler ${more}`)).uid)
    expect((await restore(admin, 'webhooks', uid)).body).toMatchObject({
      code: 'restore_full',
      params: { name: 'Twenty-first', limit: 20 },
    })
    await admin.del(`webhooks/${others[0]}`)
    expect((await restore(admin, 'webhooks', uid)).status).toBe(200)
  })
})

describe('a deleted view', () => {
  let names = 0
  const save = async (more: object = {}, api = admin) => {
    const view = {
      name: `Restored ${names++}`,
      list: 'medias',
      tab: 'completed',
      query: '?sort=-name',
      ...more,
    }
    return (await api.post<View>('views', view)).body
  }
  const read = async (uid: string, api = admin) => (await api.get<View>(`views/${uid}`)).body

  it('restores a deleted view for its owner, and returns 404 to colleagues', async () => {
    const view = await save()
    await admin.del(`views/${view.uid}`)
    expect(await inTrash(admin, view.uid)).toMatchObject({ type: 'views', label: view.name, company: null })
    const other = await colleague()
    for (const stranger of [other.api, world.of('partner').api]) {
      expect(await inTrash(stranger, view.uid)).toBeUndefined()
      expect((await stranger.get(`trash/views-${view.uid}`)).status).toBe(404)
      expect((await restore(stranger, 'views', view.uid)).status).toBe(404)
      expect((await stranger.del(`trash/views-${view.uid}`)).status).toBe(404)
    }
    expect((await restore(admin, 'views', view.uid)).status).toBe(200)
    expect(await read(view.uid)).toMatchObject({ name: view.name, shared: false })
  })

  it('refuses to restore a view when its name is taken or the list has the maximum of views', async () => {
    const { api } = await colleague()
    const view = await save({}, api)
    await api.del(`views/${view.uid}`)
    const other = await save({ name: view.name.toUpperCase() }, api)
    expect((await restore(api, 'views', view.uid)).body.code).toBe('restore_taken')
    await api.patch(`views/${other.uid}`, { name: 'Another' })
    for (let more = 1; more < viewsPerList; more++) await save({}, api)
    expect((await restore(api, 'views', view.uid)).body).toMatchObject({
      code: 'restore_full',
      params: { limit: viewsPerList },
    })
    await api.del(`views/${other.uid}`)
    expect((await restore(api, 'views', view.uid)).status).toBe(200)
  })

  it('restoring a view keeps a default view chosen since', async () => {
    const { api } = await colleague()
    const [first, second] = [await save({ isDefault: true }, api), await save({}, api)]
    await api.del(`views/${first.uid}`)
    await restore(api, 'views', first.uid)
    expect((await read(first.uid, api)).isDefault).toBe(true)
    await api.del(`views/${first.uid}`)
    await api.patch(`views/${second.uid}`, { isDefault: true })
    await restore(api, 'views', first.uid)
    expect([(await read(first.uid, api)).isDefault, (await read(second.uid, api)).isDefault]).toEqual([
      false,
      true,
    ])
  })

  it('restoring a view does not share it with the company that its owner has left', async () => {
    const person = await colleague()
    const view = await save({ shared: true }, person.api)
    await person.api.del(`views/${view.uid}`)
    const elsewhere = world.companies.find(({ uid }) => `companies/${uid}` !== home)?.uid
    await root.patch(`users/${person.uid}`, { company: { ref: `companies/${elsewhere}` } })
    expect((await restore(root, 'views', view.uid)).status).toBe(200)
    expect(await read(view.uid, root)).toMatchObject({
      shared: false,
      company: { ref: `companies/${elsewhere}` },
    })
    expect((await admin.get(`views/${view.uid}`)).status).toBe(404)
  })

  it('restores a view only after its deleted owner', async () => {
    const person = await colleague()
    const view = await save({}, person.api)
    await person.api.del(`views/${view.uid}`)
    await root.del(`users/${person.uid}`)
    expect((await restore(root, 'views', view.uid)).body.code).toBe('restore_missing')
    await restore(root, 'users', person.uid)
    expect((await restore(root, 'views', view.uid)).status).toBe(200)
  })
})

describe('records that cannot be restored', () => {
  it('a deleted API token stays invalid', async () => {
    const { body } = await admin.post<Answer>('tokens', { name: 'Once', access: 'read', lifetime: '7' })
    const program = (token: string) =>
      fetch(`${server.url}/parse/medias`, { headers: { authorization: `Bearer ${token}` } })
    expect((await program(body.secret ?? '')).status).toBe(200)
    expect((await admin.get<{ trashDays: number }>(`tokens/${body.uid}/uses`)).body.trashDays).toBe(0)
    await admin.del(`tokens/${body.uid}`)
    expect((await program(body.secret ?? '')).status).toBe(401)
    expect((await restore(root, 'tokens', body.uid)).status).toBe(404)
    expect(await inTrash(root, body.uid)).toBeUndefined()
    expect((await program(body.secret ?? '')).status).toBe(401)
  })
})
