import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leftoversOf } from '../support/process/kill-load'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { type Api, login } from '../support/server/api'
import { compiled } from '../support/server/compiled-server'
import { newDataFolder } from '../support/server/data-folder'
import { freePort } from '../support/server/free-port'
import { type ServerProcess, startProcess } from '../support/server/server-process'
import { demoPassword, type ServerOptions, startServer, type TestServer } from '../support/server/test-server'
import { listStore } from '../support/storage/test-store'
import { sphereFilm } from '../support/video/films'
import { syncOf } from '../support/video/frame-sync'
import type { MediaFile } from '../support/video/media-files'
import { frameTimes, lightDifferences, numberedFilm } from '../support/video/numbered-film'
import {
  flatEngine,
  sendVideo,
  until,
  type Vecto,
  vectoEnded,
  vectoForm,
  videoReady,
} from '../support/video/video-jobs'

const folder = mkdtempSync(join(tmpdir(), 'vecto-segments-'))

type Order = { readonly video: string; readonly vecto: string }

/** Orders five seconds of a video in 3D. */
const order = async (caller: Api, video: string, more: object = {}): Promise<Order> => {
  const range = { offsetStart: 0.5, offsetEnd: 5.5, duration: 5 }
  const { body } = await caller.post<Vecto>('videos3d', vectoForm(video, { ...range, ...more }))
  return { video, vecto: body.uid }
}

const ended = (caller: Api, { video, vecto }: Order) => vectoEnded(caller, video, vecto, 120)

const ready = async (server: TestServer, caller: Api, file: MediaFile) => {
  const { uid } = await sendVideo(server.url, caller, file)
  await videoReady(caller, uid)
  return uid
}

const folders: string[] = [folder]
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

/** A data folder that remains when the server is stopped. */
const ownFolder = () => {
  const dataDir = newDataFolder('segments')
  folders.push(dataDir)
  return dataDir
}

const start = async (env: Record<string, string>, more: Partial<ServerOptions> = {}) => {
  const server = await startServer({
    demo: true,
    worker: true,
    ...more,
    env: { SEGMENT_SECONDS: '2', ...env },
  })
  return { server, root: await login(server.url, 'root@demo.example', demoPassword) }
}

type Started = Awaited<ReturnType<typeof start>>

const download = async ({ server, root }: Started, { video, vecto }: Order) => {
  const { body } = await root.get<{ url: string }>(`dl/videos/${video}/vectos/${vecto}/files.data`)
  const path = join(folder, `${vecto}.mp4`)
  writeFileSync(path, Buffer.from(await (await fetch(server.at(body.url))).arrayBuffer()))
  return path
}

/** Starts a worker of its own on the server's database and files. */
const startWorker = async ({ server }: Started, name: string) => {
  const METRICS_PORT = String(await freePort())
  const env = { ...server.env, WORKER_JOBS: '1', WORKER_NAME: name, METRICS_PORT }
  return startProcess([compiled('worker')], env, `http://127.0.0.1:${METRICS_PORT}`)
}

type Job = { readonly part: number | null; readonly worker: string | null }

const jobsOf = async (root: Api) => (await root.get<{ results: Job[] }>('utils/jobs')).body.results

if (process.env.TEST_DB === 'postgres')
  describe('a long 3D video and several workers', () => {
    let started: Started
    const workers = new Map<string, ServerProcess>()
    afterAll(async () => {
      await Promise.all([...workers.values()].map(worker => worker.end('SIGTERM')))
      await started?.server.stop()
    })
    beforeEach(context => needsFfmpeg(context))

    const begin = async (name: string) => workers.set(name, await startWorker(started, name))

    /** Kills each worker once while it makes a segment, and starts it again. @returns the names of those killed */
    const killEach = async (names: readonly string[]) => {
      const killed = new Set<string>()
      const isNext = ({ part, worker }: Job) =>
        part !== null && worker !== null && names.includes(worker) && !killed.has(worker)
      while (killed.size < names.length) {
        const [job] = (
          await until(
            () => jobsOf(started.root),
            jobs => jobs.some(isNext),
            120,
          )
        ).filter(isNext)
        const name = job?.worker ?? ''
        await workers.get(name)?.end('SIGKILL')
        killed.add(name)
        await begin(name)
      }
      return [...killed].sort()
    }

    it('a 3D video made by three workers that are killed is the same to the byte as that of one', {
      ...long,
      timeout: 300_000,
    }, async () => {
      started = await start(
        { WORKER_LOST_SECONDS: '5', JOB_LOSSES: '100' },
        { worker: false, dataDir: ownFolder() },
      )
      const { server, root } = started
      const files = await listStore(server)
      await begin('one')
      const video = await ready(server, root, sphereFilm({ seconds: 13 }))
      const range = { mode: 'accurate.video', offsetStart: 0.5, offsetEnd: 12.5, duration: 12 }
      const alone = await order(root, video, range)
      expect((await ended(root, alone)).status).toBe('completed')
      await begin('two')
      await begin('three')
      const together = await order(root, video, range)
      expect(await killEach(['one', 'two', 'three'])).toEqual(['one', 'three', 'two'])
      const done = await ended(root, together)
      expect([done.status, done.reason]).toEqual(['completed', null])
      const [one, other] = [await download(started, alone), await download(started, together)]
      expect(readFileSync(other).equals(readFileSync(one))).toBe(true)
      await Promise.all([...workers.values()].map(worker => worker.end('SIGTERM')))
      await server.stop()
      const left = await leftoversOf([server.env], files)
      expect(left).toEqual({ files: [], missing: [], twice: [], work: [] })
    })
  })

describe('a long 3D video', () => {
  let started: Started
  afterEach(() => started?.server.stop())
  beforeEach(context => needsFfmpeg(context))

  it('a 3D video of joined segments has each frame once, in order and on time, and all of its audio', async () => {
    started = await start({ SEGMENT_SECONDS: '1' })
    const { server, root } = started
    const video = await ready(server, root, numberedFilm(3))
    const ordered = await order(root, video, { offsetEnd: 2.5, duration: 2 })
    const done = await ended(root, ordered)
    expect([done.status, done.reason]).toEqual(['completed', null])
    const path = await download(started, ordered)
    expect(await lightDifferences(path, 15)).toEqual(Array(60).fill(0))
    const numbers = frameTimes(path).map(time => Math.round(time * 30))
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, number) => number))
    const sync = await syncOf(path, 30)
    expect(sync.seconds.video).toBeCloseTo(2, 3)
    expect(sync.seconds.audio).toBeCloseTo(2, 1)
    expect(sync.sound).toBeCloseTo(0, 1)
    const sprite = await root.get<{ url: string }>(
      `dl2/videos/${ordered.video}/vectos/${ordered.vecto}/sprite`,
    )
    const image = Buffer.from(await (await fetch(server.at(sprite.body.url))).arrayBuffer())
    const { width, height, every } = done.timeline
    const tiles = Array.from({ length: Math.floor(2 / every) }, (_, index) =>
      sharp(image)
        .extract({ left: index * width, top: 0, width, height })
        .stats(),
    )
    // No image of the timeline is missing: none is black.
    for (const { channels } of await Promise.all(tiles)) expect(channels[0]?.mean).toBeGreaterThan(20)
    const { body } = await root.get<{ log: string }>(`videos/${ordered.video}/vectos/${ordered.vecto}/log`)
    const lines = body.log.split('\n')
    expect(lines.filter(line => / frames from /.test(line))).toHaveLength(2)
    // The one worker made them in their order.
    expect([...lines].sort()).toEqual(lines)
  })

  it(
    'a failed segment fails its 3D video once; a retry makes only the segments that are missing',
    long,
    async () => {
      started = await start({ VECTO_ENGINE: flatEngine, FLAT_ENGINE: 'fail-once' })
      const { server, root } = started
      const ordered = await order(root, await ready(server, root, numberedFilm(6)))
      const reasons: unknown[] = []
      for (let tries = 0; tries < 9; tries += 1) {
        const { status, reasonCode } = await ended(root, ordered)
        if (status === 'completed') break
        reasons.push(reasonCode)
        await root.patch(`videos/${ordered.video}/vectos/${ordered.vecto}/retry`)
      }
      // Each of the three segments fails in its first run; made again from the beginning, the last ones would never be reached.
      expect(reasons).toEqual(Array(3).fill('out_of_memory'))
      expect(await lightDifferences(await download(started, ordered), 15)).toEqual(Array(150).fill(0))
    },
  )

  it('an engine that writes the frames before a segment too fails the 3D video', long, async () => {
    started = await start({ VECTO_ENGINE: flatEngine, FLAT_ENGINE: 'no-lead' })
    const { server, root } = started
    const done = await ended(root, await order(root, await ready(server, root, numberedFilm(6))))
    expect([done.status, done.reasonCode]).toEqual(['ko', 'engine_failed'])
    expect(done.reason).toMatch(/made (120 frames of 60|90 frames of 30)$/)
  })

  it('a 3D video that is deleted while its segments are made leaves no job and no file', long, async () => {
    started = await start({ VECTO_ENGINE: flatEngine }, { dataDir: ownFolder() })
    const { server, root } = started
    const before = await listStore(server)
    const video = await ready(server, root, numberedFilm(6))
    const { vecto } = await order(root, video)
    const jobs = async () =>
      (await root.get<{ results: { part: number | null }[] }>('utils/jobs')).body.results
    await until(jobs, found => found.some(({ part }) => part !== null))
    await root.del(`videos/${video}/vectos/${vecto}`)
    await root.del(`videos/${video}`)
    await until(jobs, found => found.length === 0)
    await server.stop()
    const left = await leftoversOf([server.env], before)
    expect(left).toEqual({ files: [], missing: [], twice: [], work: [] })
  })
})
