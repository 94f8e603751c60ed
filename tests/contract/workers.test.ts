import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { type Api, login } from '../support/server/api'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import {
  flatEngine,
  readVecto,
  sendVideo,
  until,
  type Vecto,
  vectoEnded,
  vectoForm,
  videoReady,
  wayOf,
} from '../support/video/video-jobs'

let server: TestServer | undefined
beforeEach(context => needsFfmpeg(context))
afterEach(async () => {
  await server?.stop()
  server = undefined
})

const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ demo: true, worker: true, env: { VECTO_ENGINE: flatEngine, ...env } })
  return { url: server.url, admin: await login(server.url, 'admin@demo.example', demoPassword) }
}
const ready = async (url: string, admin: Api) => videoReady(admin, (await sendVideo(url, admin)).uid)
const ask = async (admin: Api, video: string) =>
  (await admin.post<Vecto>('videos3d', vectoForm(video))).body.uid
type State = { ready: boolean; missing: string[]; waiting: number }

describe('a worker without ffmpeg', () => {
  it('accepts videos without ffmpeg as pending, and reports the missing program in health', async () => {
    const { url, admin } = await start({ FFMPEG_PATH: '/nowhere/ffmpeg' })
    const sent = await sendVideo(url, admin)
    const { body } = await admin.get<State>('processing')
    expect([body.ready, body.missing, body.waiting]).toEqual([false, ['ffmpeg'], 1])
    expect((await admin.get<{ missing: string[] }>('health')).body.missing).toEqual(['ffmpeg'])
    expect((await admin.get<{ status: string }>(`videos/${sent.uid}`)).body.status).toBe('pending')
  })
})

describe('an engine', () => {
  it.each([
    ['crash', {}, 'ko', 'engine_failed'],
    ['mono', {}, 'ko', 'engine_failed'],
    ['silent', { JOB_SILENCE_SECONDS: '5' }, 'timeout', 'no_answer'],
  ])(
    'an engine that ends in a %s fails the 3D video, not the worker',
    long,
    async (how, env, status, code) => {
      const { url, admin } = await start({ FLAT_ENGINE: how, ...env })
      const video = await ready(url, admin)
      const done = await vectoEnded(admin, video.uid, await ask(admin, video.uid))
      expect([done.status, done.reasonCode]).toEqual([status, code])
      expect((await ready(url, admin)).status).toBe('completed')
    },
  )

  it('a 3D video fails with engine_missing when the engine does not exist', long, async () => {
    const { url, admin } = await start({ VECTO_ENGINE: '/nowhere/engine --fast' })
    const video = await ready(url, admin)
    const done = await vectoEnded(admin, video.uid, await ask(admin, video.uid))
    expect([done.status, done.reasonCode]).toEqual(['ko', 'engine_missing'])
  })

  it('a retry of a failed 3D video continues at the last completed stage', long, async () => {
    const { url, admin } = await start({ FLAT_ENGINE: 'fail-once' })
    const video = await ready(url, admin)
    const uid = await ask(admin, video.uid)
    const failed = await vectoEnded(admin, video.uid, uid)
    expect([failed.reasonCode, failed.reason]).toEqual(['out_of_memory', 'There was not enough memory'])
    await admin.patch(`videos/${video.uid}/vectos/${uid}/retry`)
    const done = await vectoEnded(admin, video.uid, uid)
    expect([done.status, done.reason]).toEqual(['completed', null])
    const again = wayOf(done).slice(wayOf(done).indexOf('ko') + 1)
    expect(again.slice(0, 2)).toEqual(['processing', 'vectorization'])
  })
})

describe('a worker that stops', () => {
  it('a stopped worker returns its job to the queue and resumes it after the restart', long, async () => {
    const { url, admin } = await start({ FLAT_ENGINE: 'silent' })
    const video = await ready(url, admin)
    const uid = await ask(admin, video.uid)
    await until(
      () => readVecto(admin, video.uid, uid),
      ({ status }) => status === 'vectorization',
    )
    await server?.restart()
    const back = await login(url, 'admin@demo.example', demoPassword)
    await until(
      () => back.get<State & { running: number }>('processing'),
      ({ body }) => body.running === 1,
    )
    expect((await readVecto(back, video.uid, uid)).status).toBe('vectorization')
    expect((await back.patch(`videos/${video.uid}/vectos/${uid}/cancel`)).status).toBe(200)
  })
})
