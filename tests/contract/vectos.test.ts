import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { upload } from '../support/storage/tus-uploads'
import { mp4File } from '../support/video/media-files'
import { type Vecto as MadeVecto, wayOf } from '../support/video/video-jobs'

type Link = { ref: string; label: string }
type Vecto = Found & {
  name: string
  status: string
  duration: number
  video: Link
  accessList: Link[]
  events: MadeVecto['events']
  code?: string
  fields?: object
  params?: Record<string, unknown>
}
type Video = Found & { name: string; duration: number; pending: boolean }
type Quotas = { seconds: { used: number; purchased: number } }

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api
let video: Video
let company: string

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  admin = world.of('admin').api
  company = `companies/${world.of('admin').actor.company}`
  const ready = await listAll<Video>(admin, 'videos', { pending: false })
  video = ready.find(({ duration }) => duration > 11.5) as Video
})
afterAll(() => server.stop())

const form = (more: object = {}) => ({
  name: 'Close-up',
  mode: 'fast',
  video: { ref: `videos/${video.uid}` },
  framerate: 30,
  offsetStart: 1,
  offsetEnd: 11.5,
  duration: 10.5,
  ...more,
})
const create = (more: object = {}, caller = admin) => caller.post<Vecto>('videos3d', form(more))
const seconds = async () => (await root.get<Quotas>(company)).body.seconds
const pathOf = ({ video: of, uid }: Vecto) => `${of.ref}/vectos/${uid}`
const inStatus = async (status: string) =>
  (await listAll<Vecto>(admin, 'videos3d', { status })) as [Vecto, Vecto, ...Vecto[]]
const until = async (path: string, status: string) => {
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await admin.get<Vecto>(path)
    if (body.status === status) return body
    await sleep(50)
  }
  throw new Error(`${path} never became ${status}`)
}

describe('a 3D video', () => {
  it('creates a 3D video in its video’s company and reserves its seconds until it is deleted', async () => {
    const before = (await seconds()).used
    const foreign = { ref: 'companies/elsewhere' }
    const { status, body } = await create({ company: foreign })
    expect([status, body.status, body.company?.ref, body.video.label]).toEqual([
      201,
      'new',
      company,
      video.name,
    ])
    expect((await seconds()).used).toBe(before + 11)
    for (const path of [pathOf(body), pathOf(body).replace('videos/', 'videos360/')])
      expect((await admin.get<Vecto>(path)).body.uid).toBe(body.uid)
    expect((await listAll(admin, `videos/${video.uid}/vectos`)).map(({ uid }) => uid)).toContain(body.uid)
    expect((await admin.del(pathOf(body))).status).toBe(200)
    expect((await seconds()).used).toBe(before)
    const { results } = (await root.get<{ results: { changed: number }[] }>('utils/resetcounter')).body
    expect(results.filter(({ changed }) => changed > 0)).toEqual([])
  })

  it.each([
    [{ offsetEnd: 1, duration: 0 }, 'offsetEnd'],
    [{ offsetStart: -1, duration: 12.5 }, 'offsetStart'],
    [{ offsetEnd: 'late' }, 'offsetEnd'],
    [{ offsetStart: 9, offsetEnd: 5 }, 'offsetEnd'],
    [{ duration: 3 }, 'duration'],
    [{ offsetStart: 0, offsetEnd: 90_000, duration: 90_000 }, 'offsetEnd'],
    [{ framerate: 0 }, 'framerate'],
    [{ framerate: 241 }, 'framerate'],
    [{ mode: 'slow' }, 'mode'],
    [{ name: '' }, 'name'],
    [{ video: { ref: 'videos/nothing' } }, 'video'],
    [{ video: null }, 'video'],
  ])('refuses a 3D video with %o', async (wrong, field) => {
    const { used } = await seconds()
    const { status, body } = await create(wrong)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
    expect((await seconds()).used).toBe(used)
  })

  it('refuses a 3D video of a pending video, or of one out of scope', async () => {
    const [pending] = await listAll(admin, 'videos', { pending: true })
    const waits = await create({ video: { ref: `videos/${pending?.uid}` } })
    expect([waits.status, waits.body.code]).toEqual([409, 'state'])
    const stranger = (await world.personNamed('admin2')).api
    expect((await create({}, stranger)).body.fields).toEqual({ video: 'unknown_record' })
    expect((await create({}, world.of('editor').api)).status).toBe(403)
  })

  it('refuses a 3D video longer than the minutes left, naming the quota', async () => {
    const { used, purchased } = await seconds()
    const left = Math.floor((purchased - used) / 60)
    const take = await root.post(`${company}/purchases`, { type: 'minutes', quantity: -left })
    expect(take.status).toBe(201)
    // Less than a minute is left: a few fit, then one does not.
    const room = (await seconds()).purchased - used
    const fitting = await Promise.all(Array.from({ length: Math.floor(room / 11) }, () => create()))
    expect(fitting.map(({ status }) => status)).toEqual(fitting.map(() => 201))
    const { status, body } = await create()
    expect([status, body.code, body.params?.quota, body.params?.left]).toEqual([409, 'quota', 'minutes', 0])
    for (const { body: made } of fitting) await admin.del(pathOf(made))
    expect((await seconds()).used).toBe(used)
    await root.post(`${company}/purchases`, { type: 'minutes', quantity: left })
  })

  it('concurrent 3D videos never use more minutes than are left', async () => {
    const { used, purchased } = await seconds()
    await root.post(`${company}/purchases`, {
      type: 'minutes',
      quantity: -Math.floor((purchased - used) / 60) + 1,
    })
    const room = (await seconds()).purchased - used
    const answers = await Promise.all(Array.from({ length: 16 }, () => create()))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBe(Math.floor(room / 11))
    expect(answers.filter(({ status }) => status === 409).length).toBe(16 - made.length)
    for (const { body } of made) await admin.del(pathOf(body))
    expect((await seconds()).used).toBe(used)
    await root.post(`${company}/purchases`, { type: 'minutes', quantity: 100 })
  })
})

describe('renaming a 3D video', () => {
  it('renames a completed 3D video only', async () => {
    const [done] = await inStatus('completed')
    const path = pathOf(done)
    const rename = (newname: unknown, of = path) => admin.patch<Vecto>(of, { newname, status: 'renaming' })
    expect((await rename(done.name)).body.fields).toEqual({ newname: 'same' })
    expect((await rename('  ')).body.fields).toEqual({ newname: 'required' })
    expect((await rename('x'.repeat(201))).body.fields).toEqual({ newname: 'too_long' })
    expect((await admin.patch(path, { status: 'completed' })).status).toBe(403)
    const { status, body } = await rename('Belvédère')
    expect([status, body.status]).toEqual([200, 'renaming'])
    expect(JSON.stringify(body)).not.toContain('newname')
    const renamed = await until(path, 'completed')
    expect(renamed.name).toBe('Belvédère')
    expect(wayOf(renamed).slice(-3)).toEqual(['completed', 'renaming', 'completed'])
    expect((await listAll<Vecto>(admin, 'videos3d', { name: { begins: 'belved' } }))[0]?.uid).toBe(done.uid)
    for (const state of ['queued', 'ko', 'new']) {
      const [other] = await inStatus(state)
      const refused = await rename('Other', pathOf(other))
      expect([state, refused.status, refused.body.code]).toEqual([state, 409, 'state'])
    }
  })
})

describe('access to a 3D video', () => {
  it('sets the access list of a completed 3D video to users of its company', async () => {
    const [done] = await inStatus('completed')
    const viewer = { ref: `users/${world.of('viewer').actor.uid}` }
    const stranger = { ref: `users/${(await world.personNamed('admin2')).actor.uid}` }
    for (const key of ['accessList', 'defaultAccessList']) {
      const { status, body } = await admin.patch<Vecto>(pathOf(done), { [key]: [viewer] })
      expect([status, body[key as 'accessList'].map(({ label }) => label)]).toEqual([
        200,
        ['Víctor Visitante'],
      ])
      const wrong = await admin.patch<Vecto>(pathOf(done), { [key]: [stranger] })
      expect(wrong.body.fields).toEqual({ [key]: 'other_company' })
      const [waiting] = await inStatus('queued')
      const early = await admin.patch<Vecto>(pathOf(waiting), { [key]: [viewer] })
      expect([early.status, early.body.fields]).toEqual([409, { [key]: 'not_now' }])
    }
  })
})

describe('sub-resources of a 3D video', () => {
  it('returns a 3D video’s log to admins and its data to root', async () => {
    const [done] = await inStatus('completed')
    const [waiting] = await inStatus('queued')
    expect((await admin.get(`${pathOf(done)}/log`)).body).toMatchObject({ log: expect.any(String) })
    expect((await admin.get(`${pathOf(waiting)}/log`)).status).toBe(404)
    expect((await root.get(`dl/${pathOf(done)}/files.data`)).status).toBe(200)
    expect((await admin.get(`dl/${pathOf(done)}/files.data`)).status).toBe(403)
    expect((await root.get<Vecto>(`dl/${pathOf(waiting)}/files.data`)).body.code).toBe('state')
  })

  it('lists the environments that use a 3D video, which prevent its deletion', async () => {
    type Share = Found & { environment: Link; version: Link }
    for (const vecto of await inStatus('completed')) {
      const shares = await listAll<Share>(admin, `${pathOf(vecto)}/shares`)
      if (shares.length === 0) continue
      expect(shares[0]?.environment.label).not.toBe('')
      expect((await admin.get(shares[0]?.version.ref ?? '')).status).toBe(200)
      const { status, body } = await admin.del<Vecto>(pathOf(vecto))
      expect([status, body.code]).toEqual([409, 'referred_to'])
      expect(shares.map(({ environment }) => environment.label)).toContain(body.params?.by)
      return
    }
    throw new Error('No completed 3D video is used')
  })

  it('answers 404 to a 3D video under another video', async () => {
    const [done] = await inStatus('completed')
    const other = (await listAll<Video>(admin, 'videos')).find(
      ({ uid }) => `videos/${uid}` !== done.video.ref,
    )
    expect((await admin.get(`videos/${other?.uid}/vectos/${done.uid}`)).status).toBe(404)
    const file = await upload(server.url, admin, await mp4File())
    const own = await admin.post<Found>('videos360', { name: 'Quay', file })
    expect((await admin.get(`videos/${own.body.uid}/vectos/${done.uid}`)).status).toBe(404)
  })
})
