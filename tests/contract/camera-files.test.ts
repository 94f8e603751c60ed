import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { normalName } from '~/model/text'
import { findFfmpeg } from '~/scripts/system-packages'
import { type Played, playAll } from '../support/browser/video-playback'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { announce, sendBytes, upload } from '../support/storage/tus-uploads'
import { badFiles, declaredAs } from '../support/video/bad-camera-files'
import { type CameraFile, plain } from '../support/video/camera-file'
import { cameraFiles } from '../support/video/camera-files'
import { syncOf } from '../support/video/frame-sync'
import type { MediaFile } from '../support/video/media-files'
import {
  flatEngine,
  type Vecto,
  type Video,
  vectoEnded,
  vectoForm,
  videoReady,
} from '../support/video/video-jobs'

let server: TestServer
let admin: Api
let root: Api
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-camera-'))
  server = await startServer({
    demo: true,
    worker: true,
    env: { WORKER_JOBS: '2', VECTO_ENGINE: flatEngine },
  })
  const world = await demoWorld(server)
  admin = world.of('admin').api
  root = world.of('root').api
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(context => needsFfmpeg(context))

const thousandths = (seconds: number) => Math.round(seconds * 1000) / 1000

/** The middle 60 % of a video, at its own frame rate up to 30. */
const partOf = ({ facts: { duration, framerate } }: CameraFile) => {
  const [offsetStart, offsetEnd] = [thousandths(duration * 0.2), thousandths(duration * 0.8)]
  return {
    ...{ offsetStart, offsetEnd, duration: thousandths(offsetEnd - offsetStart) },
    framerate: Math.min(30, Math.round(framerate)),
  }
}

/** Concurrent uploads: the worker prepares two videos, and one waits. */
const atOnce = 3

const linkTo = async (caller: Api, path: string) =>
  server.at((await caller.get<{ url: string }>(path)).body.url)

const linkToLow = (video: Video) => linkTo(admin, `dl2/videos/${video.uid}/lowFile`)

describe('a camera file', long, () => {
  const files = findFfmpeg() ? cameraFiles() : []
  const videos = new Map<CameraFile, Video>()
  const played = new Map<CameraFile, Played>()
  const vectos = new Map<CameraFile, { uid: string; done: Vecto }>()

  const make = async (each: CameraFile) => {
    const file = await upload(server.url, admin, each.file)
    const sent = await admin.post<Video>('videos360', { name: each.what, file })
    const video = await videoReady(admin, sent.body.uid, 200)
    videos.set(each, video)
    if (video.status !== 'completed') return
    const { status, body } = await admin.post<Vecto>('videos3d', vectoForm(video.uid, partOf(each)))
    if (status !== 201) throw new Error(`${each.what}: ${status} ${JSON.stringify(body)}`)
    vectos.set(each, { uid: body.uid, done: await vectoEnded(admin, video.uid, body.uid, 200) })
  }

  beforeAll(async () => {
    const waiting = [...files]
    const next = async (): Promise<void> => {
      const each = waiting.shift()
      if (each) await make(each).then(next)
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    const ready = files.filter(each => videos.get(each)?.lowFile)
    const links = await Promise.all(ready.map(each => linkToLow(videos.get(each) as Video)))
    const all = await playAll(server.url, links)
    for (const [index, each] of ready.entries()) played.set(each, all[index] as Played)
  }, 1_000_000)

  const table = files.map(each => [each.what, each] as const)

  it.each(table)('recognizes a camera file with its properties: %s', (_, each) => {
    const video = videos.get(each)
    expect(video).toMatchObject({ status: 'completed', reason: null, equirectangular: true })
    const { duration, framerate, ...exact } = each.facts
    expect(video).toMatchObject(exact)
    expect(video?.duration).toBeCloseTo(duration, 2)
    expect(video?.framerate).toBeCloseTo(framerate, 1)
    expect(video?.file).toMatchObject({ contentType: 'video/mp4', size: each.file.bytes.length })
  })

  it.each(table)('a camera file plays in a browser: %s', (_, each) => {
    expect(played.get(each)).toMatchObject({ width: 1280, height: 640, error: null, advanced: true })
  })

  it.each(table)(
    'a camera file becomes a 3D video with all frames and synchronous audio: %s',
    async (_, each) => {
      const { uid, done } = vectos.get(each) ?? { uid: '', done: undefined }
      expect([done?.status, done?.reason]).toEqual(['completed', null])
      const path = join(folder, `${uid}.mp4`)
      const link = await linkTo(root, `dl/videos/${videos.get(each)?.uid}/vectos/${uid}/files.data`)
      writeFileSync(path, Buffer.from(await (await fetch(link)).arrayBuffer()))
      const { duration, framerate, offsetStart } = partOf(each)
      const made = await syncOf(path, framerate)
      const count = Math.round(duration * framerate)
      expect(made.frames).toBe(count)
      expect(made.seconds.video).toBeCloseTo(count / framerate, 3)
      expect(Math.abs(made.white - (each.event - offsetStart))).toBeLessThan(1 / framerate + 0.001)
      expect(made.sound !== undefined).toBe(each.audio)
      if (made.sound === undefined) return
      expect(made.starts).toEqual([0, 0])
      expect(Math.abs((made.seconds.audio ?? 0) - count / framerate)).toBeLessThan(1 / framerate)
      expect(Math.abs(made.sound - (each.event - offsetStart))).toBeLessThan(0.03)
    },
  )
})

/** `<status> <code>` of the refused upload or creation; otherwise the reason for the failed video. */
const outcomeOf = async (file: MediaFile) => {
  const { answer, path } = await announce(admin, file)
  const sent = file.bytes.length > 0 ? await sendBytes(server.url, admin, path, file.bytes) : answer
  const refused = ({ status, body }: { status: number; body: unknown }) => {
    const { code } = (typeof body === 'string' ? JSON.parse(body) : body) as { code?: string }
    return `${status} ${code}`
  }
  if (sent.status >= 400) return refused(sent)
  const { body: descriptor } = await admin.get(path)
  const made = await admin.post<Video>('videos360', { name: file.name, file: descriptor })
  if (made.status >= 400) return refused(made)
  const video = await videoReady(admin, made.body.uid, 60)
  expect(video.reason).toMatch(/\w+ \w+/)
  return video.reasonCode
}

describe('an invalid video file with an .mp4 name', async () => {
  const bad = findFfmpeg() ? await badFiles() : []
  const table = bad.flatMap(each => ['video/mp4', ''].map(type => [each.what, type, each] as const))

  it.each(table)(
    'refuses an invalid video or fails with its reason: %s, declared %j',
    async (_, type, each) => expect(await outcomeOf(declaredAs(each, type))).toBe(each.ends),
  )

  it('refuses a .mov file, with the accepted types in the message', async () => {
    const file = { name: 'film.mov', contentType: 'video/quicktime', bytes: plain([], 'mov').bytes }
    const { status, body } = await admin.post<{ code: string; message: string }>('videos360', {
      name: 'A film',
      file: await upload(server.url, admin, file),
    })
    expect([status, body.code]).toEqual([415, 'wrong_file_type'])
    expect(body.message).toContain('video/mp4')
  })

  it('keeps a file name in any script, and its extension when the name is too long', async () => {
    for (const { file } of cameraFiles().slice(0, 7)) {
      const { label } = await upload(server.url, admin, file)
      expect(label.endsWith(file.name.slice(-4))).toBe(true)
      expect([...label].length).toBe(Math.min([...normalName(file.name)].length, 200))
    }
  })
})
