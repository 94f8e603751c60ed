import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, login } from '~/tests/support/server/api'
import { watch } from '~/tests/support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '~/tests/support/server/test-server'
import { upload } from '~/tests/support/storage/tus-uploads'
import { sphereFilm } from '~/tests/support/video/films'
import type { MediaFile } from '~/tests/support/video/media-files'
import {
  type Vecto,
  type Video,
  vectoEnded,
  vectoForm,
  videoReady,
  videoSurveyed,
} from '~/tests/support/video/video-jobs'
import { bareMaking, part } from './bare-making'
import { paddedFilm } from './film-bytes'
import { median, secondsOf } from './load'
import { memoryDuring } from './memory'
import type { Row } from './report'
import { tusClient } from './tus-client'

type Stream = Awaited<ReturnType<typeof watch>>

const film = (seconds = 6) => sphereFilm({ seconds, width: 1920, height: 960 })

/** Waits for the record as the panel does: reads it again after each event of the live stream. Polls would take time of the job. */
const readyByStream = async (admin: Api, uid: string, { heard }: Pick<Stream, 'heard'>) => {
  for (let known = -1; ; ) {
    while (heard.length === known) await sleep(2)
    known = heard.length
    const { body } = await admin.get<Video>(`videos/${uid}`)
    if (!['pending', 'converting'].includes(body.status)) return
  }
}

/** Seconds from the request to the completed record. */
const ours = (server: TestServer, admin: Api, source: MediaFile) => {
  let video = ''
  return {
    prepare: async () => {
      const file = await upload(server.url, admin, source)
      const stream = await watch(server.url, admin)
      const seconds = await secondsOf(async () => {
        video = (await admin.post<Video>('videos360', { name: 'Bench', file })).body.uid
        await readyByStream(admin, video, stream)
      })
      stream.leave()
      // The survey that follows must not take time of the next measurement.
      await videoSurveyed(admin, video)
      return seconds
    },
    make: () =>
      secondsOf(async () => {
        const made = await admin.post<Vecto>('videos3d', vectoForm(video, part))
        const { status, reason } = await vectoEnded(admin, video, made.body.uid, 300)
        if (status !== 'completed') throw new Error(`The 3D video failed: ${reason}`)
      }),
  }
}

const steps = [
  { step: 'prepare', what: '360 video of 6 s, 1920x960', seconds: 6, rounds: 5 },
  { step: 'make', what: '3D video of 3 s of it, fast', seconds: 6, rounds: 3 },
  { step: 'prepare', what: '360 video of 5 min, 1920x960', seconds: 300, rounds: 1 },
] as const

async function* overheadRows(server: TestServer, folder: string): AsyncGenerator<Row> {
  const admin = await login(server.url, 'admin@demo.example', demoPassword)
  const of = async (seconds: number) => {
    const source = film(seconds)
    return { without: await bareMaking(folder, source), job: ours(server, admin, source) }
  }
  const short = await of(6)
  for (const { step, what, seconds, rounds } of steps) {
    const { without, job } = seconds === 6 ? short : await of(seconds)
    const [jobs, plain]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      jobs.push(await job[step]())
      plain.push(await secondsOf(without[step]))
    }
    yield { what: `${what}: the job`, value: median(jobs), unit: 's' }
    yield { what: `${what}: its programs alone`, value: median(plain), unit: 's' }
    yield {
      what: 'the job takes so many times as long',
      value: median(jobs) / median(plain),
      unit: '',
      most: 1.15,
    }
  }
}

async function* memoryRows(server: TestServer): AsyncGenerator<Row> {
  const admin = await login(server.url, 'admin@demo.example', demoPassword)
  const client = tusClient(server.url, admin.token ?? '')
  const big = await paddedFilm(film().bytes, 2 ** 31)
  const { before, most } = await memoryDuring(server.pid(), async () => {
    const url = await client.create(big.size)
    await client.send(url, 0, big.from(0))
    const { body } = await admin.post<Video>('videos360', { name: 'Big', file: await client.descriptor(url) })
    const video = await videoReady(admin, body.uid, 600)
    if (video.status !== 'completed') throw new Error(`The film failed: ${video.reason}`)
    const made = await admin.post<Vecto>('videos3d', vectoForm(body.uid))
    await vectoEnded(admin, body.uid, made.body.uid, 300)
  })
  yield { what: 'server memory before a file of 2 GiB', value: before, unit: 'MB' }
  yield { what: 'at most while it is sent, made ready, and made 3D of', value: most, unit: 'MB', most: 300 }
}

/** Overhead of the server over the video programs, and its memory during processing. */
export async function* processing(): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-processing-'))
  const server = await startServer({ demo: true, database: 'pglite', worker: true })
  await server.restart()
  yield* overheadRows(server, folder)
  yield* memoryRows(server)
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
