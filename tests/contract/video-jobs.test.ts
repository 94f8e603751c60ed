import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { poseIn, readDeclarations } from '~/model/video/spherical'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { upload } from '../support/storage/tus-uploads'
import { declaring, equi, lensPair } from '../support/video/declared-films'
import { lensFilm, sphereFilm, twoTrackFilm } from '../support/video/films'
import type { MediaFile } from '../support/video/media-files'
import { ofUnknownAudio } from '../support/video/mp4-edits'
import { type Video, videoReady } from '../support/video/video-jobs'

let server: TestServer
let world: DemoWorld
let admin: Api

beforeAll(async () => {
  server = await startServer({ demo: true, worker: true, env: { JOB_HOURS: '0.5' } })
  world = await demoWorld(server)
  admin = world.of('admin').api
})
afterAll(() => server.stop())
beforeEach(context => needsFfmpeg(context))

const front = () => lensFilm('VID_20260101_101112_00_001.insv', 0)
const back = () => lensFilm('VID_20260101_101112_10_001.insv', 180)

const job = async (files: readonly MediaFile[], more: object = {}) => {
  const [insv1, insv2] = await Promise.all(files.map(file => upload(server.url, admin, file)))
  return admin.post<Video>('videos360/job', { name: 'Two lenses', insv1, insv2, bitrate: 5, ...more })
}
const made = async (files: readonly MediaFile[], more?: object) => {
  const { body } = await job(files, more)
  return videoReady(admin, body.uid, 300)
}

/** One frame with both lenses side by side. */
const oneTrack = (name: string): MediaFile => ({ ...lensPair(false), name })

const poseOf = async (bytes: Buffer) =>
  poseIn(await readDeclarations(async (at, length) => bytes.subarray(at, at + length), bytes.length))

describe('one file that holds both lenses', long, () => {
  it.each([
    ['side by side in an .insv', () => oneTrack('VID_1.insv')],
    ['side by side in an .mp4', () => oneTrack('VID_1.mp4')],
    ['in two tracks of an .mp4', () => ({ ...twoTrackFilm('VID_2.mp4'), contentType: 'video/mp4' })],
  ])('stitches one file with both lenses: %s', { timeout: 400_000 }, async (_, file) => {
    const video = await made([file()])
    expect([video.status, video.reason, video.shape]).toEqual(['completed', null, 'sphere'])
  })

  it('stitching keeps the pose and decodable audio', { timeout: 400_000 }, async () => {
    const both = twoTrackFilm('VID_3.insv', 0.2, true)
    const posed = declaring(both, { entry: [equi([0, 0, 0, 0], [90, 0, 0])] })
    const video = await made([posed])
    expect([video.status, video.reason, video.sound]).toEqual(['completed', null, 'kept'])
    const { body } = await admin.get<{ url: string }>(`dl/videos/${video.uid}/file`)
    const bytes = Buffer.from(await (await fetch(server.at(body.url))).arrayBuffer())
    expect(await poseOf(bytes)).toEqual({ yaw: 90, pitch: 0, roll: 0 })
  })

  it('stitching drops audio with an unknown codec, as the record states', { timeout: 400_000 }, async () => {
    const both = twoTrackFilm('VID_4.insv', 0.2, true)
    const video = await made([{ ...both, bytes: ofUnknownAudio(both.bytes) }])
    expect([video.status, video.reason, video.sound]).toEqual(['completed', null, 'dropped'])
  })
})

describe('the job form', () => {
  it('stitches two camera files to an equirectangular video, and deletes these', {
    ...long,
    timeout: 400_000,
  }, async () => {
    const sent = await job([back(), front()])
    expect([sent.status, sent.body.status, sent.body.pending, sent.body.file]).toEqual([
      201,
      'pending',
      true,
      null,
    ])
    const { body: link } = await admin.get<{ url: string }>(`dl/videos/${sent.body.uid}/insv1`)
    const bytes = await fetch(server.at(link.url))
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream')
    await bytes.arrayBuffer()
    const video = await videoReady(admin, sent.body.uid, 300)
    expect(video).toMatchObject({
      ...{ status: 'completed', pending: false, width: 3840, height: 1920, codec: 'h264' },
      ...{ equirectangular: true, spherical: true, insv1: null, insv2: null, file5K: null },
    })
    expect(video.file).toMatchObject({
      contentType: 'video/mp4',
      label: 'Two lenses.mp4',
      size: video.size,
    })
    expect((await fetch(server.at(link.url))).status).toBe(404)
    const sameRecording = { cameraChecksum: createHash('md5').update(back().bytes).digest('base64') }
    expect((await listAll(admin, 'videos360', sameRecording)).map(({ uid }) => uid)).toEqual([video.uid])
  })

  it('keeps the camera files on request, and accepts one file with both lenses', {
    ...long,
    timeout: 400_000,
  }, async () => {
    const video = await made([twoTrackFilm('VID_20260101_101112_00_002.insv')], { deleteInsv: false })
    expect([video.status, video.reason, video.insv1?.label]).toEqual([
      'completed',
      null,
      'VID_20260101_101112_00_002.insv',
    ])
  })

  it.each([
    ['of two takes', () => [front(), lensFilm('VID_20260101_101112_10_001.insv', 180, 1)], 'pair_duration'],
    [
      'of one file sent twice',
      () => [front(), { ...front(), name: 'VID_20260101_101112_10_001.insv' }],
      'pair_same',
    ],
    ['of one lens alone', () => [front()], 'one_lens'],
    ['of a film that is stitched already', () => [sphereFilm({ seconds: 0.4 })], 'no_circles'],
    [
      'of a list of other files',
      () => [{ ...front(), bytes: Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n") }, back()],
      'unreadable_video',
    ],
    [
      'of a playlist of addresses',
      () => [{ ...front(), bytes: Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n') }, back()],
      'unreadable_video',
    ],
  ] as const)('a job %s fails with the reason', async (_, files, code) => {
    const video = await made(files())
    expect([video.status, video.reasonCode, video.reason === '']).toEqual(['ko', code, false])
  })

  it('refuses a stitching job with invalid fields or files', async () => {
    const refused = async (more: object, files: readonly MediaFile[] = [front(), back()]) =>
      (await job(files, more)).body.fields
    expect(await refused({ name: '' })).toEqual({ name: 'required' })
    expect(await refused({ bitrate: 0 })).toEqual({ bitrate: 'too_small' })
    expect(await refused({ resolution: '100x50' })).toEqual({ resolution: 'unknown_option' })
    expect(await refused({ lenses: { front: { fov: 200 } } })).toEqual({ lenses: 'invalid' })
    expect(await refused({}, [])).toEqual({ insv1: 'required' })
    const film = await job([{ ...sphereFilm(), name: 'sphere.mov' }, back()])
    expect([film.status, film.body.code]).toEqual([415, 'wrong_file_type'])
    expect((await world.of('manager').api.post('videos360/job', { name: 'Two lenses' })).status).toBe(403)
    expect((await job([front(), back()], { file: { ref: 'files/x' } })).status).toBe(403)
  })
})
