import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/config'
import { collectOrphans, expireUploads } from '~/server/files/orphans'
import { sweepWork } from '~/server/jobs/recovery'
import { openServices } from '~/server/open-services'
import { type Api, login } from '../support/api'
import { sphereFilm } from '../support/films'
import { flatEngine, until, type Vecto, type Video, vectoForm } from '../support/making'
import { needsFfmpeg } from '../support/needs'
import { type ServerProcess, startProcess } from '../support/server-process'
import { demoPassword, startServer, type TestServer } from '../support/test-server'
import { announce, offsetOf, sendBytes } from '../support/uploading'

/** How often something is killed; more by hand, `KILLS=50`. */
const KILLS = Number(process.env.KILLS ?? 4)
const VECTOS = 4
const isPostgres = process.env.TEST_DB === 'postgres'

let dataDir = ''
let server: TestServer
let worker: ServerProcess | undefined
/** What the demo data's files are copies of. */
let material: readonly string[] = []

// A worker by itself needs a database of its own; in the server's process it works on either.
const startWorker = async () => {
  if (!isPostgres) return
  const env = { ...server.env, WORKER_JOBS: '1' }
  worker = await startProcess(['--import', 'tsx', 'server/worker-main.ts'], env, `${server.url}/parse/health`)
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vecto-kills-'))
  const env = { VECTO_ENGINE: flatEngine, WORKER_LOST_SECONDS: '5' }
  server = await startServer({ demo: true, worker: !isPostgres, dataDir, env })
  material = readdirSync(join(dataDir, 'files'))
  await startWorker()
})
afterAll(async () => {
  await worker?.end('SIGTERM')
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(context => needsFfmpeg(context))

/** Tries until the server is there again to answer. */
const sure = async <T>(ask: (admin: Api) => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      const admin = await login(server.url, 'admin@demo.example', demoPassword)
      return await ask(admin)
    } catch (error) {
      if (tries > 240) throw error
      await sleep(250)
    }
  }
}

/** An upload that goes on where it was interrupted, in small pieces. */
const uploadThrough = async () => {
  const file = sphereFilm({ seconds: 6, width: 1280, height: 640 })
  const { path } = await sure(async admin => {
    const { path: at, answer } = await announce(admin, file)
    if (answer.status !== 201) throw new Error(String(answer.status))
    return { path: at }
  })
  const piece = Math.ceil(file.bytes.length / 8)
  for (;;) {
    const sent = await sure(async admin => (await offsetOf(admin, path)).offset)
    if (sent >= file.bytes.length) break
    await sure(admin =>
      sendBytes(server.url, admin, path, file.bytes.subarray(sent, sent + piece), sent),
    ).catch(() => undefined)
  }
  return sure(async admin => (await admin.get<{ ref: string }>(path)).body)
}

const makeVideo = async () => {
  const file = await uploadThrough()
  const name = `Killed ${file.ref}`
  // Asked again after a kill, it may be there already: a file has one record.
  return sure(async admin => {
    const { status, body } = await admin.post<Video>('videos360', { name, file })
    if (status === 201) return body.uid
    const { body: found } = await admin.get<{ results: Video[] }>(
      `videos?q=${encodeURIComponent(JSON.stringify({ name }))}`,
    )
    const [video] = found.results
    if (!video) throw new Error(`neither made nor there: ${status}`)
    return video.uid
  })
}

const killOne = async () => {
  await sleep(100 + Math.random() * 1500)
  if (worker && Math.random() < 0.5) {
    await worker.end('SIGKILL')
    await startWorker()
  } else {
    await server.kill9()
    await server.restart()
  }
}

const usedSeconds = () =>
  sure(async admin => {
    const { body: me } = await admin.get<{ company: { ref: string } }>('users/me')
    return (await admin.get<{ seconds: { used: number } }>(me.company.ref)).body.seconds.used
  })

const vectosOf = (video: string) =>
  sure(async admin => (await admin.get<{ results: Vecto[] }>(`videos/${video}/vectos?batch=50`)).body.results)

/** What is on the disk and in the database when everything was swept, a day later. */
const leftovers = async () => {
  const { services, close } = await openServices(readConfig({ ...server.env, LOG_LEVEL: 'silent' }, 'test'))
  try {
    await expireUploads(services, 0)
    await collectOrphans(services, 0)
    await sweepWork(services)
    const rows = await services.database.query<{ id: string; owner: string; field: string }>(
      sql`select id, owner, field from files`,
    )
    const known = new Set([...material, ...rows.map(({ id }) => id)])
    const files = readdirSync(join(dataDir, 'files')).filter(name => !known.has(name.replace(/\.json$/, '')))
    const places = rows.map(({ owner, field }) => `${owner} ${field}`)
    const twice = places.filter((place, index) => places.indexOf(place) !== index)
    return { files, twice, work: readdirSync(join(dataDir, 'work')) }
  } finally {
    await close()
  }
}

describe(`${KILLS} kills of servers and workers, whenever they come`, () => {
  it('lose no upload and no job: each is made once, paid once, and leaves nothing behind', async () => {
    const before = await usedSeconds()
    const work = (async () => {
      const video = await makeVideo()
      await until(
        () => sure(async admin => (await admin.get<Video>(`videos/${video}`)).body),
        ({ status }) => status === 'completed',
        600,
      )
      for (let made = 0; made < VECTOS; made = (await vectosOf(video)).length)
        await sure(admin => admin.post('videos3d', vectoForm(video, { name: `Killed ${made}` })))
      return video
    })()
    for (let kills = 0; kills < KILLS; kills += 1) await killOne()
    const video = await work
    const done = await until(
      () => vectosOf(video),
      vectos => vectos.every(({ status }) => ['completed', 'ko', 'timeout'].includes(status)),
      600,
    )
    expect(done.map(({ status, reason }) => [status, reason])).toEqual(done.map(() => ['completed', null]))
    expect(await usedSeconds()).toBe(before + done.length)
    await worker?.end('SIGTERM')
    await server.stop()
    expect(await leftovers()).toEqual({ files: [], twice: [], work: [] })
  }, 1_800_000)
})
