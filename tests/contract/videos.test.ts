import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { upload } from '../support/storage/tus-uploads'
import { mp4File, pngFile } from '../support/video/media-files'

type Video = Found & {
  name: string
  pending: boolean
  size: number
  duration: number | null
  createdBy: { label: string }
  code?: string
  fields?: object
  params?: { by?: string }
  url: string
}

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

const create = async (caller: Api, more: object = {}) =>
  caller.post<Video>('videos360', {
    name: 'Harbour',
    file: await upload(server.url, caller, await mp4File()),
    ...more,
  })

describe('360° videos', () => {
  it('videos and videos360 return the same records', async () => {
    const [{ body: one }, { body: other }] = await Promise.all([
      admin.get<{ results: [Video] }>('videos?batch=1000'),
      admin.get<{ results: [Video] }>('videos360?batch=1000'),
    ])
    expect(one).toEqual(other)
    const [{ uid, name: first }] = one.results
    for (const name of ['videos', 'videos360']) {
      expect((await admin.get(`${name}/${uid}/vectos`)).status).toBe(200)
      expect((await admin.patch<Video>(`${name}/${uid}`, { name: `By ${name}` })).status).toBe(200)
      expect((await admin.get<Video>(`${name}/${uid}`)).body.name).toBe(`By ${name}`)
    }
    await admin.patch(`videos/${uid}`, { name: first })
  })

  it('creates a pending 360° video from an upload in the caller’s company', async () => {
    const { status, body } = await create(admin)
    expect([status, body.createdBy.label]).toEqual([201, 'Adrien Administrateur'])
    expect([body.size, body.company?.label]).toEqual([(await mp4File()).bytes.length, 'Musée du Littoral'])
    const link = await admin.get<Video>(`dl/videos/${body.uid}/file`)
    const bytes = Buffer.from(await (await fetch(server.at(link.body.url))).arrayBuffer())
    expect(bytes.equals((await mp4File()).bytes)).toBe(true)
    const events = await listAll<Found & { event: string }>(admin, 'events', { object: `videos/${body.uid}` })
    expect(events.map(({ event }) => event)).toContain('create')
  })

  it('answers 415 to a picture as 360° video, and creates nothing', async () => {
    const before = (await listAll(admin, 'videos')).length
    const { status, body } = await create(admin, { file: await upload(server.url, admin, await pngFile()) })
    expect([status, body.code]).toEqual([415, 'wrong_file_type'])
    expect((await listAll(admin, 'videos')).length).toBe(before)
  })

  it('a 360° video requires a name and a file', async () => {
    expect((await create(admin, { name: ' ' })).body.fields).toEqual({ name: 'required' })
    expect((await admin.post<Video>('videos', { name: 'x' })).body.fields).toEqual({ file: 'required' })
  })

  it('staff create 360° videos only in companies in their scope', async () => {
    const foreign = { ref: `companies/${world.companiesOf(world.of('admin').actor, 'foreign')[0]}` }
    expect((await create(admin, { company: foreign })).status).toBe(403)
    const partner = world.of('partner')
    const at = async (relation: 'open' | 'managed') => {
      const [uid] = world.companiesOf(partner.actor, relation)
      return (await create(partner.api, { company: { ref: `companies/${uid}` } })).status
    }
    expect([await at('open'), await at('managed')]).toEqual([201, 403])
    expect((await world.of('manager').api.get('videos')).status).toBe(403)
  })

  it('read-only and immutable fields of a 360° video cannot be changed', async () => {
    const [{ uid }] = await listAll<Video>(admin, 'videos', { pending: false }).then(list => list as [Video])
    for (const change of [{ pending: true }, { duration: 3 }, { size: 1 }, { width: 1 }])
      expect((await admin.patch(`videos/${uid}`, change)).status).toBe(403)
    const company = { ref: `companies/${world.companiesOf(world.of('admin').actor, 'foreign')[0]}` }
    expect((await root.patch(`videos/${uid}`, { company })).status).toBe(403)
  })
})

describe('the preview file of a 360° video', () => {
  it('serves the preview file of a 360° video through dl2 with ranges, and the history records its play alone', async () => {
    const [{ uid }] = await listAll<Video>(admin, 'videos', { pending: false }).then(list => list as [Video])
    const history = () => listAll(admin, 'events', { object: `videos/${uid}` })
    const before = (await history()).length
    const { status, headers } = await admin.get(`dl2/videos/${uid}/lowFile?redirect`)
    expect(status).toBe(302)
    const film = await fetch(server.at(headers.get('location')), { headers: { Range: 'bytes=4-7' } })
    expect([film.status, await film.text(), film.headers.get('content-type')]).toEqual([
      206,
      'ftyp',
      'video/mp4',
    ])
    expect((await history()).length).toBe(before)
    expect((await admin.post('playbacks', { file: `videos/${uid}/lowFile` })).status).toBe(201)
    expect((await history()).length).toBe(before + 1)
    const stranger = (await world.personNamed('admin2')).api
    expect((await stranger.get(`dl2/videos/${uid}/lowFile`)).status).toBe(404)
  })
})

describe('the removal of a 360° video', () => {
  it('refuses to delete a 360° video with 3D videos, naming them', async () => {
    const [vecto] = await listAll<Found & { video: { ref: string } }>(admin, 'videos3d')
    for (const path of [vecto?.video.ref, vecto?.video.ref.replace('videos/', 'videos360/')]) {
      const { status, body } = await admin.del<Video>(path ?? '')
      expect([status, body.code, body.params?.by]).toEqual([409, 'referred_to', 'vectos'])
    }
    expect((await admin.get(vecto?.video.ref ?? '')).status).toBe(200)
  })

  it.each(['videos', 'videos360'])('deletes a 360° video and its file through %s', async name => {
    const { uid } = (await create(admin)).body
    const { url } = (await admin.get<Video>(`dl/videos/${uid}/file`)).body
    const stranger = (await world.personNamed('admin2')).api
    expect((await stranger.del(`videos/${uid}`)).status).toBe(404)
    expect((await admin.del(`${name}/${uid}`)).status).toBe(200)
    expect((await admin.get(`videos/${uid}`)).status).toBe(404)
    expect((await fetch(server.at(url))).status).toBe(404)
  })
})
