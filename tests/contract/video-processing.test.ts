import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { film, sphereFilm } from '../support/video/films'
import {
  flatEngine,
  readVecto,
  sendVideo,
  type Vecto,
  type Video,
  vectoEnded,
  vectoForm,
  videoReady,
  videoSurveyed,
  wayOf,
} from '../support/video/video-jobs'

let server: TestServer
let world: DemoWorld
let admin: Api
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true, worker: true, env: { VECTO_ENGINE: flatEngine } })
  world = await demoWorld(server)
  admin = world.of('admin').api
  root = world.of('root').api
})
afterAll(() => server.stop())
beforeEach(context => needsFfmpeg(context))

const bytesOf = async (path: string, caller = admin) => {
  const { body } = await caller.get<{ url: string }>(path)
  return fetch(server.at(body.url))
}
const usedSeconds = async () => {
  const company = `companies/${world.of('admin').actor.company}`
  return (await root.get<{ seconds: { used: number } }>(company)).body.seconds.used
}
const ready = async () => videoReady(admin, (await sendVideo(server.url, admin)).uid)

describe('an uploaded 360° video', () => {
  it('an uploaded 360° video is pending, then completed with its measurements and playable', async () => {
    const sent = await sendVideo(server.url, admin)
    expect([sent.pending, sent.status]).toEqual([true, 'pending'])
    const video = await videoReady(admin, sent.uid)
    expect(video).toMatchObject({
      ...{ status: 'completed', pending: false, width: 640, height: 320, codec: 'h264', reason: null },
      ...{ equirectangular: true, spherical: false },
    })
    expect(video.duration).toBeCloseTo(4, 1)
    expect(video.framerate).toBeCloseTo(30, 1)
    expect((await videoSurveyed(admin, sent.uid)).preflight).toMatchObject({
      dark: 0,
      light: expect.any(Number),
      measured: expect.any(Number),
    })
    expect(video.timeline).toMatchObject({ count: 12, columns: 20, rows: 1, width: 160, height: 80 })
    const types = ['lowFile', 'poster', 'sprite'].map(field =>
      bytesOf(`dl2/videos/${video.uid}/${field}`).then(({ headers }) => headers.get('content-type')),
    )
    expect(await Promise.all(types)).toEqual(['video/mp4', 'image/jpeg', 'image/jpeg'])
    const range = await fetch(
      server.at((await admin.get<{ url: string }>(`dl2/videos/${video.uid}/lowFile`)).body.url),
      { headers: { Range: 'bytes=4-7' } },
    )
    expect([range.status, await range.text()]).toEqual([206, 'ftyp'])
  })

  it('completes a video that is not equirectangular, but refuses 3D videos of it', async () => {
    const flat = await videoReady(
      admin,
      (await sendVideo(server.url, admin, sphereFilm({ width: 640, height: 360 }))).uid,
    )
    expect([flat.status, flat.equirectangular, flat.preflight]).toEqual(['completed', false, null])
    const { status, body } = await admin.post<Video>('videos3d', vectoForm(flat.uid))
    expect([status, body.fields]).toEqual([422, { video: 'not_360' }])
  })
})

/** Invalid files. None may block others, and each ends with a reason only. */
const poison: readonly (readonly [name: string, bytes: () => Buffer, code: string])[] = [
  [
    'half a film',
    () => sphereFilm({ more: ['-movflags', '+faststart'] }).bytes.subarray(0, 60_000),
    'truncated',
  ],
  ['a film without its index', () => sphereFilm().bytes.subarray(0, 60_000), 'truncated'],
  [
    'sound alone',
    () =>
      film('sound.mp4', ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac', '-movflags', '+faststart']).bytes,
    'no_video',
  ],
  [
    'one pixel',
    () => film('dot.mp4', ['-f', 'lavfi', '-i', 'color=s=2x2:d=0.2', '-pix_fmt', 'yuv420p']).bytes,
    'too_small',
  ],
  [
    'noise behind an mp4’s first bytes',
    () => Buffer.concat([sphereFilm().bytes.subarray(0, 32), Buffer.alloc(5000, 7)]),
    'truncated',
  ],
]

/** A video of one second whose headers claim ten hours; `everywhere`: its frame times too. */
const claimingTenHours = (everywhere: boolean) => {
  const bytes = Buffer.from(sphereFilm({ seconds: 1, more: ['-movflags', '+faststart', '-an'] }).bytes)
  for (const box of ['mvhd', 'mdhd']) {
    const start = bytes.indexOf(box) + 4
    bytes.writeUInt32BE(bytes.readUInt32BE(start + 12) * 36_000, start + 16)
  }
  const times = bytes.indexOf('stts') + 4
  if (everywhere) bytes.writeUInt32BE(bytes.readUInt32BE(times + 12) * 36_000, times + 12)
  return { name: 'long.mp4', contentType: 'video/mp4', bytes }
}

describe('an invalid video file', () => {
  it.each(poison)(
    '%s: fails with a reason in words, and the next video completes',
    long,
    async (name, bytes, code) => {
      const sent = await sendVideo(server.url, admin, {
        name: `${name}.mp4`,
        contentType: 'video/mp4',
        bytes: bytes(),
      })
      const ended = await videoReady(admin, sent.uid)
      expect([ended.status, ended.pending, ended.reasonCode]).toEqual(['ko', true, code])
      expect(ended.reason).toMatch(/\w+ \w+/)
      expect((await ready()).status).toBe('completed')
    },
  )
})

describe('a video that claims ten hours', () => {
  it('prepares a video that claims ten hours without delaying others', long, async () => {
    const honest = await sendVideo(server.url, admin, claimingTenHours(false))
    expect((await videoReady(admin, honest.uid)).duration).toBeCloseTo(1, 1)
    const slow = await sendVideo(server.url, admin, claimingTenHours(true))
    const ended = await videoReady(admin, slow.uid, 20)
    expect([ended.status, ended.reason]).toEqual(['completed', null])
    expect((await ready()).status).toBe('completed')
  })
})

describe('a 3D video', () => {
  it('a 3D video passes every status in order, shows its worker to root only, and can be downloaded', async () => {
    const video = await ready()
    const before = await usedSeconds()
    const made = (await admin.post<Vecto>('videos3d', vectoForm(video.uid))).body
    const done = await vectoEnded(admin, video.uid, made.uid)
    expect(wayOf(done)).toEqual([
      ...['new', 'pending', 'downloading', 'downloaded', 'trimming', 'queued', 'processing', 'vectorization'],
      ...['convert_x264', 'video360', 'compressing', 'uploading', 'completed'],
    ])
    const machines = async (reader: typeof admin) =>
      Object.values((await readVecto(reader, video.uid, made.uid)).events)
        .filter(({ status }) => status !== 'new')
        .flatMap(({ worker, os }) => [worker, os])
    expect(await machines(root)).not.toContain('')
    expect(new Set(await machines(admin))).toEqual(new Set(['']))
    expect(done.engine).toEqual({ name: 'flat', version: '1', method: 'copy' })
    expect(await usedSeconds()).toBe(before + 1)
    const path = `videos/${video.uid}/vectos/${made.uid}`
    const low = await bytesOf(`dl2/${path}/lowFile`)
    expect(low.headers.get('content-type')).toBe('video/mp4')
    expect((await admin.get(`dl/${path}/files.data`)).status).toBe(403)
    const whole = await bytesOf(`dl/${path}/files.data`, root)
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    const bytes = Buffer.from(await whole.arrayBuffer()).toString('latin1')
    expect(['st3d', 'sv3d', 'GSpherical:StereoMode'].filter(mark => !bytes.includes(mark))).toEqual([])
    const { body: log } = await admin.get<{ log: string }>(`${path}/log`)
    expect(log.log).toContain('Status vectorization')
    const history = await listAll<Found & { event: string; user: unknown }>(admin, 'events', {
      object: path,
    })
    expect(history.map(({ event }) => event).sort()).toEqual(['create', 'download', 'update'])
  })

  it('a 3D video of a range without frames fails with a reason and refunds its seconds', async () => {
    const video = await ready()
    const before = await usedSeconds()
    const form = vectoForm(video.uid, { offsetStart: 3.98, offsetEnd: 4.03, duration: 0.05, framerate: 1 })
    const made = (await admin.post<Vecto>('videos3d', form)).body
    const done = await vectoEnded(admin, video.uid, made.uid)
    expect([done.status, done.reasonCode]).toEqual(['ko', 'beyond_end'])
    expect(await usedSeconds()).toBe(before)
  })

  it('cancels a running 3D video immediately, refunds its seconds, and allows a retry', long, async () => {
    const video = await ready()
    const before = await usedSeconds()
    const made = (await admin.post<Vecto>('videos3d', vectoForm(video.uid, { framerate: 240 }))).body
    const path = `videos/${video.uid}/vectos/${made.uid}`
    const stopped = await admin.patch<Vecto>(`${path}/cancel`)
    expect([stopped.status, stopped.body.status, stopped.body.reasonCode]).toEqual([200, 'ko', 'cancelled'])
    expect(await usedSeconds()).toBe(before)
    expect((await admin.patch<Vecto>(`${path}/cancel`)).body.code).toBe('state')
    expect((await admin.patch(`${path}/retry`)).status).toBe(200)
    expect(await usedSeconds()).toBe(before + 1)
    expect((await vectoEnded(admin, video.uid, made.uid)).status).toBe('completed')
    expect(await usedSeconds()).toBe(before + 1)
    expect((await admin.patch<Vecto>(`${path}/retry`)).body.code).toBe('state')
  })

  it('answers 404 or 403 to a retry or cancellation by users without the right', async () => {
    const video = await ready()
    const made = (await admin.post<Vecto>('videos3d', vectoForm(video.uid))).body
    await vectoEnded(admin, video.uid, made.uid)
    const stranger = (await world.personNamed('admin2')).api
    for (const action of ['retry', 'cancel'])
      expect((await stranger.patch(`videos/${video.uid}/vectos/${made.uid}/${action}`)).status).toBe(404)
    expect((await world.of('editor').api.patch(`videos/${video.uid}/vectos/${made.uid}/retry`)).status).toBe(
      403,
    )
    expect((await readVecto(admin, video.uid, made.uid)).status).toBe('completed')
  })
})

describe('the state of processing', () => {
  it('shows the processing status to staff, and its jobs to root', async () => {
    const { body } = await admin.get<{ ready: boolean; missing: string[]; speeds: Record<string, number> }>(
      'processing',
    )
    expect([body.ready, body.missing]).toEqual([true, []])
    expect(body.speeds.fast).toBeGreaterThan(0)
    expect((await world.of('viewer').api.get('processing')).status).toBe(403)
    expect((await admin.get('utils/jobs')).status).toBe(403)
    expect((await root.get('utils/jobs')).status).toBe(200)
  })
})
