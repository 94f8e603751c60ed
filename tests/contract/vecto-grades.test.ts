import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { newFolder } from '../support/video/sphere-material'
import { writeTinyDepthModel } from '../support/video/tiny-depth-model'
import {
  flatEngine,
  sendVideo,
  type Vecto,
  vectoEnded,
  vectoForm,
  videoReady,
} from '../support/video/video-jobs'

beforeEach(needsFfmpeg)

let server: TestServer
let world: DemoWorld
let admin: Api

const start = async (env: Readonly<Record<string, string>>) => {
  server = await startServer({ demo: true, worker: true, env: { VECTO_ENGINE: flatEngine, ...env } })
  world = await demoWorld(server)
  admin = world.of('admin').api
}

const secondsOf = async () => {
  const company = `companies/${world.of('admin').actor.company}`
  return (await world.of('root').api.get<{ seconds: { used: number } }>(company)).body.seconds.used
}

const make = async (form: Readonly<Record<string, unknown>> = {}) => {
  const video = await videoReady(admin, (await sendVideo(server.url, admin)).uid)
  const { body } = await admin.post<Vecto>('videos3d', vectoForm(video.uid, form))
  return { video: video.uid, vecto: await vectoEnded(admin, video.uid, body.uid) }
}

describe('a 3D video of an engine that measured little depth', () => {
  beforeAll(() => start({ REFUND_POOR: '1', FLAT_QUALITY: '{"measured":0.02,"cause":"still"}' }))
  afterAll(() => server.stop())

  it('a 3D video with little measured depth is graded poor with the cause, and refunded once', async () => {
    const before = await secondsOf()
    const { video, vecto } = await make()
    expect(vecto).toMatchObject({
      ...{ status: 'completed', grade: 'poor', measured: 0.02, gradeCause: 'still', refunded: true },
    })
    expect(await secondsOf()).toBe(before)
    const path = `videos/${video}/vectos/${vecto.uid}`
    expect((await admin.patch(path, { newname: 'Renamed' })).status).toBe(200)
    expect((await vectoEnded(admin, video, vecto.uid)).status).toBe('completed')
    expect(await secondsOf()).toBe(before)
    const fix = await world.of('root').api.get('utils/resetcounter/companies')
    expect(fix.status).toBe(200)
    expect(await secondsOf()).toBe(before)
    expect((await admin.del(path)).status).toBeLessThan(300)
    expect(await secondsOf()).toBe(before)
  })

  it('the grade of a 3D video cannot be written', async () => {
    const [made] = await listAll<Vecto & { video: { ref: string } }>(admin, 'videos3d', {
      status: 'completed',
    })
    const path = `${made?.video.ref}/vectos/${made?.uid}`
    expect((await admin.get<Vecto>(path)).body.grade).toEqual(expect.any(String))
    for (const change of [{ grade: 'good' }, { measured: 1 }, { refunded: false }, { gradeCause: 'plain' }])
      expect((await admin.patch(path, change)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a 3D video where poor grades are not refunded', () => {
  beforeAll(() => start({ FLAT_QUALITY: '{"measured":0.02,"cause":"still"}' }))
  afterAll(() => server.stop())

  it('a poor 3D video keeps its seconds without REFUND_POOR', long, async () => {
    const before = await secondsOf()
    const { vecto } = await make()
    expect([vecto.grade, vecto.refunded]).toEqual(['poor', false])
    expect(await secondsOf()).toBe(before + 1)
  })
})

describe('a 3D video of the built-in engine with a depth model', () => {
  const folder = newFolder('depth-model')
  const DEPTH_MODEL = writeTinyDepthModel(join(folder, 'tiny.onnx'))
  beforeAll(() => start({ VECTO_ENGINE: '', DEPTH_MODEL, REFUND_POOR: '1' }))
  afterAll(() => server.stop())

  it('a 3D video with estimated depth is graded fair, and not refunded', long, async () => {
    const { vecto } = await make({ mode: 'accurate.image' })
    expect(vecto).toMatchObject({
      ...{ status: 'completed', grade: 'fair', measured: 0, gradeCause: 'estimated', refunded: false },
      engine: { method: 'depth-model' },
    })
  })
})

describe('a 3D video of an engine that reports nothing', () => {
  beforeAll(() => start({ REFUND_POOR: '1', FLAT_QUALITY: '{"measured":"much"}' }))
  afterAll(() => server.stop())

  it('a 3D video without an engine report has no grade, and is not refunded', long, async () => {
    const before = await secondsOf()
    const { vecto } = await make()
    expect(vecto).toMatchObject({ status: 'completed', grade: null, measured: null, gradeCause: null })
    expect(await secondsOf()).toBe(before + 1)
  })
})
