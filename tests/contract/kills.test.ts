import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServices } from '~/server/app/open-services'
import { removeUnusedFolders } from '~/server/features/processing/recovery'
import { collectOrphans, expireUploads } from '~/server/features/uploads/orphans'
import { readConfig } from '~/server/platform/config/config'
import { type Api, login } from '../support/api'
import { compiled } from '../support/compiled-server'
import { sphereFilm } from '../support/films'
import { flatEngine, until, type Vecto, type Video, vectoForm } from '../support/making'
import { needsFfmpeg } from '../support/needs'
import { livingIn } from '../support/process-groups'
import { type ServerProcess, startProcess } from '../support/server-process'
import { demoPassword, startServer, type TestServer } from '../support/test-server'
import { storedIds } from '../support/test-store'
import { announce, offsetOf, sendBytes } from '../support/uploading'

/** How often something is killed; `npm run chaos -- 10` goes on for ten minutes instead. */
const KILLS = 4
const MINUTES = Number(process.env.CHAOS_MINUTES ?? 0)
const VECTOS = 4
const isPostgres = process.env.TEST_DB === 'postgres'

let dataDir = ''
let server: TestServer
let worker: ServerProcess | undefined
let adminCompany = ''
/** What the demo data's files are copies of. */
let material: readonly string[] = []

// A worker by itself needs a database of its own; in the server's process it works on either.
const startWorker = async () => {
  if (!isPostgres) return
  const env = { ...server.env, WORKER_JOBS: '1' }
  worker = await startProcess([compiled('worker')], env, `${server.url}/parse/health`)
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vecto-kills-'))
  const env = { VECTO_ENGINE: flatEngine, WORKER_LOST_SECONDS: '5' }
  server = await startServer({ demo: true, worker: !isPostgres, dataDir, env })
  material = storedIds(server)
  await startWorker()
  adminCompany = await sure(async admin => {
    const { body } = await admin.get<{ company: { ref: string } }>('users/me')
    return body.company.ref.split('/')[1] ?? ''
  })
})
afterAll(async () => {
  await worker?.end('SIGTERM')
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(context => needsFfmpeg(context))

/** Milliseconds between kills, on average. */
const MEAN_PAUSE = 2500

let session: Promise<Api> | undefined

/** Tries until the server is there again to answer. */
const sure = async <T>(ask: (admin: Api) => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      session ??= login(server.url, 'admin@demo.example', demoPassword)
      return await ask(await session)
    } catch (error) {
      // Whatever went wrong, it may have been the session; one in ten, since attempts that a kill cut off stay counted.
      if (tries % 10 === 0) session = undefined
      if (tries > 720) throw new Error(`${error}\n${server.output().slice(-3000)}`, { cause: error })
      await sleep(250)
    }
  }
}

/** What is at an address, once the server is there to tell. */
const read = <T>(path: string) =>
  sure(async admin => {
    const { status, body } = await admin.get<T>(path)
    if (status !== 200) throw new Error(`${path}: ${status}`)
    return body
  })

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
    const sent = await sure(async admin => {
      const { status, offset } = await offsetOf(admin, path)
      if (status !== 200) throw new Error(`${path}: ${status}`)
      return offset
    })
    if (sent >= file.bytes.length) break
    await sure(admin =>
      sendBytes(server.url, admin, path, file.bytes.subarray(sent, sent + piece), sent),
    ).catch(() => undefined)
  }
  return read<{ ref: string }>(path)
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

/** The embedded database's process, or every connection of PostgreSQL at once, as when it restarts. */
const killDatabase = async () => {
  if (isPostgres) {
    const pool = new Pool({ connectionString: server.env.DATABASE_URL, max: 1 })
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await pool.end()
  } else {
    const isEmbedded = (pid: number) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(compiled('database'))
    const database = livingIn(server.pid()).find(isEmbedded)
    if (database === undefined) throw new Error('The embedded database has no process')
    process.kill(database, 'SIGKILL')
    // Without it the server ends by itself.
    await once(server.process(), 'exit')
    await server.restart()
  }
}

const killServer = async () => {
  await server.kill9()
  await server.restart()
}

const killWorker = async () => {
  await worker?.end('SIGKILL')
  await startWorker()
}

/** Milliseconds to the next kill: as often soon as late, so that no step of a job is always cut off. */
const pause = () => 100 - MEAN_PAUSE * Math.log(1 - Math.random())

const killOne = async () => {
  await sleep(pause())
  const targets = [killServer, killDatabase, ...(worker ? [killWorker] : [])]
  await targets[Math.floor(Math.random() * targets.length)]?.()
}

/** Makes groups as fast as the server answers; `made`: the names of those that it said are there. */
const startWriting = () => {
  const made: string[] = []
  let goesOn = true
  const write = async () => {
    for (let count = 0; goesOn; count += 1) {
      const name = `Written ${Date.now()} ${count}`
      const place = `companies/${adminCompany}/groups`
      await sure(async admin => {
        const { status } = await admin.post(place, { name })
        // Whoever asks again after a kill may be told that the name is taken: then it is there.
        if (status === 201 || status === 422) made.push(name)
        else throw new Error(`a group: ${status}`)
      })
      await sleep(50)
    }
  }
  const writing = write()
  return {
    stop: async () => {
      goesOn = false
      await writing
      return made
    },
  }
}

const MOST = 1000

const groupNames = async (offset: number) => {
  const path = `companies/${adminCompany}/groups?batch=${MOST}&offset=${offset}`
  return (await read<{ results: { name: string }[] }>(path)).results.map(({ name }) => name)
}

/** Those of the names that no group has. */
const lostOf = async (names: readonly string[]) => {
  const there = new Set<string>()
  for (let offset = 0; ; offset += MOST) {
    const page = await groupNames(offset)
    for (const name of page) there.add(name)
    if (page.length < MOST) return names.filter(name => !there.has(name))
  }
}

const usedSeconds = async () => {
  const { company } = await read<{ company: { ref: string } }>('users/me')
  return (await read<{ seconds: { used: number } }>(company.ref)).seconds.used
}

const vectosOf = async (video: string) =>
  (await read<{ results: Vecto[] }>(`videos/${video}/vectos?batch=50`)).results

/** What is on the disk and in the database when everything was swept, a day later. */
const leftovers = async () => {
  const { services, close } = await openServices(readConfig({ ...server.env, LOG_LEVEL: 'silent' }, 'test'))
  try {
    await expireUploads(services, 0)
    await collectOrphans(services, 0)
    await removeUnusedFolders(services)
    const rows = await services.database.query<{ id: string; owner: string; field: string }>(
      sql`select id, owner, field from files`,
    )
    const known = new Set([...material, ...rows.map(({ id }) => id)])
    const stored = storedIds(server)
    const files = stored.filter(name => !known.has(name.replace(/\.json$/, '')))
    const missing = rows.map(({ id }) => id).filter(id => !stored.includes(id))
    const places = rows.map(({ owner, field }) => `${owner} ${field}`)
    const twice = places.filter((place, index) => places.indexOf(place) !== index)
    return { files, missing, twice, work: readdirSync(join(dataDir, 'work')) }
  } finally {
    await close()
  }
}

/** A video, and 3D videos of it, made while things are killed. @returns the video */
const makeThrough = async (round: number) => {
  const video = await makeVideo()
  await until(
    () => read<Video>(`videos/${video}`),
    ({ status }) => status === 'completed',
    600,
  )
  for (let made = 0; made < VECTOS; made = (await vectosOf(video)).length)
    await sure(admin => admin.post('videos3d', vectoForm(video, { name: `Killed ${round} ${made}` })))
  return video
}

/** Kills while the work goes on: so many times, or for so long. */
const killDuring = async (work: Promise<unknown>, end: number) => {
  let goesOn = true
  const over = () => {
    goesOn = false
  }
  work.then(over, over)
  for (let kills = 0; MINUTES > 0 ? goesOn && Date.now() < end : kills < KILLS; kills += 1) await killOne()
}

describe('kills of servers, workers and the database, whenever they come', () => {
  it('lose nothing that was acknowledged; each job is done once, paid once, and leaves nothing behind', async () => {
    const before = await usedSeconds()
    const writing = startWriting()
    const end = Date.now() + MINUTES * 60_000
    let made = 0
    for (let round = 0; round === 0 || Date.now() < end; round += 1) {
      const work = makeThrough(round)
      await killDuring(work, end)
      const video = await work
      const done = await until(
        () => vectosOf(video),
        vectos => vectos.every(({ status }) => ['completed', 'ko', 'timeout'].includes(status)),
        600,
      )
      expect(done.map(({ status, reason }) => [status, reason])).toEqual(done.map(() => ['completed', null]))
      made += done.length
    }
    expect(await usedSeconds()).toBe(before + made)
    const names = await writing.stop()
    expect(names.length).toBeGreaterThan(10)
    expect(await lostOf(names)).toEqual([])
    await worker?.end('SIGTERM')
    await server.stop()
    expect(await leftovers()).toEqual({ files: [], missing: [], twice: [], work: [] })
  }, 1_800_000)
})
