import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { upload } from '../support/storage/tus-uploads'
import { lensFilm, sphereFilm } from '../support/video/films'
import type { MediaFile } from '../support/video/media-files'
import { flatEngine, type Vecto, type Video, vectoEnded, videoReady } from '../support/video/video-jobs'

beforeEach(needsFfmpeg)

type Ordered = Video & { autoVecto: Record<string, unknown> | null }
type Made = Vecto & {
  name: string
  mode: string
  offsetStart: number
  offsetEnd: number
  framerate: number
} & {
  createdBy: { ref: string }
}

let server: TestServer
let world: DemoWorld
let admin: Api

beforeAll(async () => {
  server = await startServer({ demo: true, worker: true, env: { VECTO_ENGINE: flatEngine } })
  world = await demoWorld(server)
  admin = world.of('admin').api
})
afterAll(() => server?.stop())

const send = async (autoVecto: unknown, file: MediaFile = sphereFilm({ seconds: 1 }), owner = admin) =>
  owner.post<Ordered>('videos360', {
    name: 'Ordered',
    file: await upload(server.url, owner, file),
    autoVecto,
  })

/** Stitching takes longer on a busy machine. */
const ready = async (uid: string) => {
  await videoReady(admin, uid, 150)
  const { body: video } = await admin.get<Ordered>(`videos/${uid}`)
  const { body } = await admin.get<{ results: Made[] }>(`videos/${uid}/vectos`)
  return { video, vectos: body.results }
}

const readyFor = async (reader: Api, uid: string) => {
  await videoReady(reader, uid)
  return (await reader.get<Ordered>(`videos/${uid}`)).body
}

describe('a 3D video ordered with a 360° video', () => {
  it('requests the ordered 3D video by its uploader once the 360° video is ready, clipped to its end', async () => {
    const { body } = await send({ mode: 'fast', offsetStart: 0.2, offsetEnd: 60 })
    expect(body.autoVecto).toEqual({ mode: 'fast', offsetStart: 0.2, offsetEnd: 60 })
    const { video, vectos } = await ready(body.uid)
    expect(video).toMatchObject({ status: 'completed', autoVecto: null })
    expect(vectos).toMatchObject([
      {
        ...{ name: 'Ordered', mode: 'fast', offsetStart: 0.2, offsetEnd: 1, framerate: 30 },
        createdBy: { ref: `users/${world.of('admin').actor.uid}` },
      },
    ])
    const made = await vectoEnded(admin, body.uid, vectos[0]?.uid ?? '')
    expect(made.status).toBe('completed')
  })

  it('requests the ordered 3D video of camera files', { ...long, timeout: 180_000 }, async () => {
    const [insv1, insv2] = [
      await upload(server.url, admin, lensFilm('VID_20260101_120000_00_008.insv', 0)),
      await upload(server.url, admin, lensFilm('VID_20260101_120000_10_008.insv', 180)),
    ]
    const form = { name: 'Camera', insv1, insv2, resolution: '3840x1920', bitrate: 10 }
    const order = { mode: 'fast', offsetStart: 0 }
    const { body } = await admin.post<Ordered>('videos360/job', { ...form, autoVecto: order })
    expect((await ready(body.uid)).vectos).toMatchObject([{ name: 'Camera', mode: 'fast' }])
  })

  it('completes the 360° video and records why its ordered 3D video cannot be made', long, async () => {
    const late = await send({ mode: 'fast', offsetStart: 5 })
    const flat = await send(
      { mode: 'fast', offsetStart: 0 },
      sphereFilm({ seconds: 1, width: 320, height: 320 }),
    )
    for (const [{ body }, problem] of [
      [late, 'range'],
      [flat, 'not_360'],
    ] as const) {
      const { video, vectos } = await ready(body.uid)
      expect(video).toMatchObject({ status: 'completed', pending: false, autoVecto: { problem } })
      expect(vectos).toEqual([])
    }
  })

  it('an ordered 3D video uses its seconds', long, async () => {
    const company = `companies/${world.of('admin').actor.company}`
    const root = world.of('root').api
    const secondsOf = async () =>
      (await root.get<{ seconds: { used: number; purchased: number } }>(company)).body.seconds
    const before = await secondsOf()
    const { body } = await send({ mode: 'fast', offsetStart: 0 })
    const { vectos } = await ready(body.uid)
    await vectoEnded(admin, body.uid, vectos[0]?.uid ?? '')
    expect((await secondsOf()).used).toBe(before.used + 1)
  })

  it('records the problem quota when the minutes do not suffice for the ordered 3D video', async () => {
    const root = world.of('root').api
    const { body: poor } = await root.post<{ uid: string }>('companies', { name: 'No minutes yet' })
    const { body, status } = await root.post<Ordered>('videos360', {
      ...{ name: 'Ordered', company: { ref: `companies/${poor.uid}` } },
      ...{ file: await upload(server.url, root, sphereFilm({ seconds: 1 })) },
      autoVecto: { mode: 'fast', offsetStart: 0 },
    })
    expect(status).toBe(201)
    const { pending, autoVecto } = await readyFor(root, body.uid)
    expect({ pending, autoVecto }).toMatchObject({ pending: false, autoVecto: { problem: 'quota' } })
  })

  it(
    'records the problem account_closed when the uploader is disabled before the video is ready',
    long,
    async () => {
      const root = world.of('root').api
      const owner = await world.personNamed('admin2')
      const { body } = await send({ mode: 'fast', offsetStart: 0 }, sphereFilm({ seconds: 1 }), owner.api)
      const { status } = await owner.api.patch(`videos/${body.uid}/cancel`, {})
      expect(status).toBe(200)
      await root.patch(`users/${owner.actor.uid}`, { status: 'disabled' })
      expect((await root.patch(`videos/${body.uid}/retry`, {})).status).toBe(200)
      expect(await readyFor(root, body.uid)).toMatchObject({ autoVecto: { problem: 'account_closed' } })
    },
  )

  it.each([
    ['another mode', { mode: 'slow', offsetStart: 0 }],
    ['an end before its start', { mode: 'fast', offsetStart: 2, offsetEnd: 1 }],
    ['a negative start', { mode: 'fast', offsetStart: -1 }],
    ['an invalid frame rate', { mode: 'fast', offsetStart: 0, framerate: 0.5 }],
    ['a problem of its own', { mode: 'fast', offsetStart: 0, problem: 'quota' }],
    ['a list', [1]],
  ])('refuses an order with %s', async (_what, order) => {
    const { status, body } = await send(order)
    expect([status, body.fields]).toEqual([422, { autoVecto: 'invalid' }])
  })

  it('an order cannot be changed after the upload', async () => {
    const { body } = await send(undefined)
    const { status } = await admin.patch(`videos/${body.uid}`, {
      autoVecto: { mode: 'fast', offsetStart: 0 },
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect((await ready(body.uid)).vectos).toEqual([])
  })
})
