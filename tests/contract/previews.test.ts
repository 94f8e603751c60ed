import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Preview } from '~/model/video/depth-report'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { api } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { sphereFilm } from '../support/video/films'
import { flatEngine, sendVideo, type Video, videoReady, videoSurveyed } from '../support/video/video-jobs'

beforeEach(needsFfmpeg)

type Previewed = Video & { preview: Preview | null; previewFile: { ref: string; size: number } | null }

let server: TestServer
let world: DemoWorld

const start = async (env: Readonly<Record<string, string>> = {}) => {
  server = await startServer({ demo: true, worker: true, env: { VECTO_ENGINE: flatEngine, ...env } })
  world = await demoWorld(server)
}

const newVideo = async (seconds = 4) => {
  const { api: admin } = world.of('admin')
  return videoReady(admin, (await sendVideo(server.url, admin, sphereFilm({ seconds }))).uid)
}
/** Demo videos long enough for two previews. */
const demoVideos = () =>
  listAll<Previewed>(world.of('admin').api, 'videos360', {
    company: `companies/${world.of('admin').actor.company}`,
    pending: false,
    equirectangular: true,
  })
const read = async (uid: string) => (await world.of('admin').api.get<Previewed>(`videos/${uid}`)).body
const ask = (uid: string, at: unknown, role: 'admin' | 'viewer' = 'admin') =>
  world.of(role).api.post<Previewed>(`videos/${uid}/preview`, { at })
const ended = (uid: string) =>
  eventually(
    () => read(uid),
    ({ preview }) => preview?.status !== 'making',
    60,
  )
const secondsUsed = async () => {
  const { api: root } = world.of('root')
  const path = `companies/${world.of('admin').actor.company}`
  return (await root.get<{ seconds: { used: number } }>(path)).body.seconds.used
}

describe('a preview in 3D', () => {
  beforeAll(() => start({ FLAT_QUALITY: '{"measured":0.5}' }))
  afterAll(() => server.stop())

  it('a 3D preview is two seconds long, uses no minutes, and replaces the previous one', async () => {
    const before = await secondsUsed()
    const [{ uid } = { uid: '' }] = await demoVideos()
    const asked = await ask(uid, 1.5)
    expect([asked.status, asked.body.preview]).toEqual([
      202,
      { status: 'making', at: 1.5, mode: 'accurate.video' },
    ])
    const made = await ended(uid)
    expect(made).toMatchObject({
      ...{ status: 'completed', pending: false, progress: null },
      preview: { status: 'completed', at: 1.5, mode: 'accurate.video', quality: { measured: 0.5 } },
    })
    const { api: admin } = world.of('admin')
    const { body } = await admin.get<{ url: string }>(`dl2/videos/${uid}/previewFile`)
    const film = await fetch(server.at(body.url))
    expect([film.status, film.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect((await ask(uid, 3)).status).toBe(202)
    const next = await ended(uid)
    expect(next.preview?.at).toBe(3)
    expect(next.previewFile?.ref).not.toBe(made.previewFile?.ref)
    expect(await secondsUsed()).toBe(before)
  })

  it('surveys a video whose preview replaced the survey that waited', long, async () => {
    const { api: admin } = world.of('admin')
    const { uid } = await newVideo()
    expect((await ask(uid, 1)).status).toBe(202)
    expect((await ended(uid)).preview?.status).toBe('completed')
    expect((await videoSurveyed(admin, uid)).preflight).toMatchObject({ dark: 0 })
  })

  it('refuses a preview past the end, of flat or pending videos, and by other users', async () => {
    const [{ uid, duration } = { uid: '', duration: 0 }] = await demoVideos()
    const { api: admin } = world.of('admin')
    expect([
      (await ask(uid, duration)).status,
      (await ask(uid, -1)).status,
      (await ask(uid, 'x')).status,
    ]).toEqual([422, 422, 422])
    const flat = await sendVideo(server.url, admin, sphereFilm({ seconds: 1, width: 480, height: 320 }))
    expect(await ask(flat.uid, 0)).toMatchObject({ status: 409, body: { code: 'state' } })
    await videoReady(admin, flat.uid)
    expect(await ask(flat.uid, 0)).toMatchObject({ status: 422, body: { fields: { video: 'not_360' } } })
    expect((await ask(uid, 0, 'viewer')).status).toBe(403)
    const stranger = await world.personNamed('admin2')
    expect((await stranger.api.post(`videos/${uid}/preview`, { at: 0 })).status).toBe(404)
    expect((await api(server.url).post(`videos/${uid}/preview`, { at: 0 })).status).toBe(401)
  })

  it('makes one preview of a video at a time under concurrency', long, async () => {
    const { uid } = await newVideo()
    const answers = await Promise.all([ask(uid, 0), ask(uid, 1)])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    expect((await ended(uid)).preview?.status).toBe('completed')
  })

  it('limits a company to three previews at a time', long, async () => {
    const demo = await demoVideos()
    const asked = await Promise.all(demo.slice(0, 5).map(({ uid }) => ask(uid, 0)))
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429])
    for (const { uid } of demo.slice(0, 5)) await ended(uid)
  })

  it('a preview completes after kill -9 of the server', long, async () => {
    const { uid } = await newVideo()
    expect((await ask(uid, 0)).status).toBe(202)
    await server.kill9()
    await server.restart()
    expect((await ended(uid)).preview?.status).toBe('completed')
  })
})

describe('a preview whose engine fails', () => {
  beforeAll(() => start({ FLAT_ENGINE: 'mono' }))
  afterAll(() => server.stop())

  it('a failed preview reports the reason and leaves the 360° video completed', long, async () => {
    const { uid } = await newVideo(1)
    await ask(uid, 0)
    expect(await ended(uid)).toMatchObject({
      ...{ status: 'completed', pending: false, reason: null },
      preview: { status: 'failed', at: 0, reasonCode: 'engine_failed' },
      previewFile: null,
    })
  })
})
