import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { upload } from '../support/storage/tus-uploads'
import { sphereFilm } from '../support/video/films'
import {
  flatEngine,
  sendVideo,
  type Vecto,
  type Video,
  vectoEnded,
  vectoForm,
  videoReady,
} from '../support/video/video-jobs'

beforeEach(needsFfmpeg)

type Made = Vecto & { cameraHeight: number | null; fields?: Record<string, string> }

let server: TestServer
let world: DemoWorld
let admin: Api
let video: string

beforeAll(async () => {
  server = await startServer({ demo: true, worker: true, env: { VECTO_ENGINE: flatEngine } })
  world = await demoWorld(server)
  admin = world.of('admin').api
  video = (await videoReady(admin, (await sendVideo(server.url, admin)).uid)).uid
})
afterAll(() => server?.stop())

const order = async (form: object) => {
  const { body, status } = await admin.post<Made>('videos3d', vectoForm(video, form))
  return { body, status }
}

/** What the form of the next order suggests: the height of the company's newest 3D video. */
const suggested = async (reader: Api, company: string | null) => {
  const q = encodeURIComponent(JSON.stringify({ company: `companies/${company}` }))
  const path = `videos3d?batch=1&fsort=createdAt&osort=desc&q=${q}`
  return (await reader.get<{ results: Made[] }>(path)).body.results[0]?.cameraHeight
}

describe('the camera height of a 3D video', () => {
  it.each([
    [3.25, 'copy from 3.25 m'],
    [undefined, 'copy'],
  ])('stores the camera height %s and passes it to the engine', async (cameraHeight, method) => {
    const { body, status } = await order({ cameraHeight })
    expect([status, body.cameraHeight]).toEqual([201, cameraHeight ?? null])
    expect(await vectoEnded(admin, video, body.uid)).toMatchObject({
      ...{ status: 'completed', cameraHeight: cameraHeight ?? null, engine: { method } },
    })
  })

  it.each([
    [0, 'too_small'],
    [-1, 'too_small'],
    [0.19, 'too_small'],
    [20.1, 'too_large'],
    [1e9, 'too_large'],
    ['abc', 'invalid'],
    ['NaN', 'invalid'],
    ['3', 'invalid'],
    [true, 'invalid'],
    [[2], 'invalid'],
  ])('refuses the camera height %j as %s, and uses no seconds', async (cameraHeight, code) => {
    const before = await listAll(admin, 'videos3d', { video: `videos/${video}` })
    const { body, status } = await order({ cameraHeight })
    expect([status, body.fields]).toEqual([422, { cameraHeight: code }])
    expect(await listAll(admin, 'videos3d', { video: `videos/${video}` })).toHaveLength(before.length)
  })

  it('refuses to change the camera height of a 3D video that was ordered', async () => {
    const { body } = await order({ cameraHeight: 2 })
    const changed = await admin.patch(`videos/${video}/vectos/${body.uid}`, { cameraHeight: 3 })
    expect(changed.status).toBeGreaterThanOrEqual(400)
    expect((await admin.get<Made>(`videos/${video}/vectos/${body.uid}`)).body.cameraHeight).toBe(2)
  })

  it('suggests the camera height of the last order in its company, and in no other company', async () => {
    const own = world.of('admin').actor.company
    const root = world.of('root').api
    const [other] = (await listAll(root, 'videos360', { pending: false })).filter(
      each => each.company?.ref !== `companies/${own}`,
    )
    const foreign = other?.company?.ref.split('/')[1] ?? ''
    const before = await suggested(root, foreign)
    await order({ cameraHeight: 4.5 })
    expect([await suggested(admin, own), await suggested(root, own)]).toEqual([4.5, 4.5])
    expect(await suggested(root, foreign)).toBe(before)
    expect(await suggested(admin, foreign)).toBeUndefined()
    await order({})
    expect(await suggested(admin, own)).toBeNull()
  })

  it('stores the camera height of a preview, and refuses one beyond the limits', async () => {
    const ask = (cameraHeight: unknown) =>
      admin.post<Video & { preview: object }>(`videos/${video}/preview`, {
        at: 0,
        mode: 'fast',
        cameraHeight,
      })
    for (const wrong of [0, -1, 1e9, 'abc', null]) expect((await ask(wrong)).status).toBe(422)
    expect((await ask(2.5)).body.preview).toEqual({
      status: 'making',
      at: 0,
      mode: 'fast',
      cameraHeight: 2.5,
    })
  })

  it('an ordered 3D video has the camera height of its order', long, async () => {
    const send = async (autoVecto: object) =>
      admin.post<Video>('videos360', {
        ...{ name: 'Ordered', file: await upload(server.url, admin, sphereFilm({ seconds: 1 })), autoVecto },
      })
    expect((await send({ mode: 'fast', offsetStart: 0, cameraHeight: 0 })).status).toBe(422)
    const { body } = await send({ mode: 'fast', offsetStart: 0, cameraHeight: 0.4 })
    await videoReady(admin, body.uid)
    const { results } = (await admin.get<{ results: Made[] }>(`videos/${body.uid}/vectos`)).body
    expect(results).toMatchObject([{ cameraHeight: 0.4 }])
  })
})
