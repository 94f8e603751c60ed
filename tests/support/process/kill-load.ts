import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { openServices } from '~/server/app/open-services'
import { removeUnusedFolders } from '~/server/features/processing/recovery'
import { workFolders, workRoot } from '~/server/features/processing/work-folder'
import { collectOrphans, expireUploads } from '~/server/features/uploads/orphans'
import { readConfig } from '~/server/platform/config/config'
import { type Api, login } from '~/tests/support/server/api'
import { demoPassword } from '~/tests/support/server/test-server'
import { listStore } from '~/tests/support/storage/test-store'
import { announce, offsetOf, sendBytes } from '~/tests/support/storage/tus-uploads'
import { sphereFilm } from '~/tests/support/video/films'
import { until, type Vecto, type Video, vectoForm } from '~/tests/support/video/video-jobs'

/** Minimum number of kills; `npm run chaos -- 10` runs for ten minutes instead. */
const KILLS = 4
const MINUTES = Number(process.env.CHAOS_MINUTES ?? 0)
const VECTOS = 4
/** Mean time between kills, in milliseconds. */
const MEAN_PAUSE = 2500
/** Maximum page size of a list. */
const MOST = 1000

/** Functions that kill and restart each component, by name. */
type Kills = Readonly<Record<string, () => Promise<void>>>

/** Load of an administrator that retries through kills; `output` is appended to the error when it gives up. */
export const createKillLoad = (url: string, output: () => string = () => '') => {
  let session: Promise<Api> | undefined
  let company = ''

  /** Retries a request until the server responds. */
  const sure = async <T>(ask: (admin: Api) => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      try {
        session ??= login(url, 'admin@demo.example', demoPassword)
        return await ask(await session)
      } catch (error) {
        // Signs in again on every tenth retry only: interrupted sign-ins count towards the rate limit.
        if (tries % 10 === 0) session = undefined
        if (tries > 720) throw new Error(`${error}\n${output().slice(-3000)}`, { cause: error })
        await sleep(250)
      }
    }
  }

  /** Reads a path, with retries. */
  const read = <T>(path: string) =>
    sure(async admin => {
      const { status, body } = await admin.get<T>(path)
      if (status !== 200) throw new Error(`${path}: ${status}`)
      return body
    })

  const companyRef = async () => {
    company ||= (await read<{ company: { ref: string } }>('users/me')).company.ref
    return company
  }

  /** Uploads in small chunks and resumes after interruptions; no acknowledged chunk may be lost. */
  const uploadThrough = async () => {
    const file = sphereFilm({ seconds: 6, width: 1280, height: 640 })
    const { path } = await sure(async admin => {
      const { path: at, answer } = await announce(admin, file)
      if (answer.status !== 201) throw new Error(String(answer.status))
      return { path: at }
    })
    const piece = Math.ceil(file.bytes.length / 8)
    const [taken, resent] = [new Set<number>(), new Set<number>()]
    for (;;) {
      const sent = await sure(async admin => {
        const { status, offset } = await offsetOf(admin, path)
        if (status !== 200) throw new Error(`${path}: ${status}`)
        return offset
      })
      if (sent >= file.bytes.length) break
      if (taken.has(sent)) resent.add(sent)
      const { status } = await sure(admin =>
        sendBytes(url, admin, path, file.bytes.subarray(sent, sent + piece), sent),
      ).catch(() => ({ status: 0 }))
      if (status === 204) taken.add(sent)
    }
    expect([...resent]).toEqual([])
    return read<{ ref: string }>(path)
  }

  const makeVideo = async () => {
    const file = await uploadThrough()
    const name = `Killed ${file.ref}`
    // A retry after a kill may find the record created already: a file has one record.
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

  const vectosOf = async (video: string) =>
    (await read<{ results: Vecto[] }>(`videos/${video}/vectos?batch=50`)).results

  /** Creates a video and 3D videos of it during the kills. @returns uid of the video */
  const makeThrough = async (round: number) => {
    const video = await makeVideo()
    await until(
      async () => {
        const { status, reason, reasonCode } = await read<Video>(`videos/${video}`)
        return { status, reason, reasonCode }
      },
      ({ status }) => status === 'completed',
      600,
    )
    for (let made = 0; made < VECTOS; made = (await vectosOf(video)).length)
      await sure(admin => admin.post('videos3d', vectoForm(video, { name: `Killed ${round} ${made}` })))
    return video
  }

  const vectosEnded = (video: string) =>
    until(
      () => vectosOf(video),
      vectos => vectos.every(({ status }) => ['completed', 'ko', 'timeout'].includes(status)),
      600,
    )

  /** Creates groups continuously; `stop` returns the names of the groups that the server acknowledged. */
  const startWriting = () => {
    const made: string[] = []
    let goesOn = true
    const write = async () => {
      for (let count = 0; goesOn; count += 1) {
        const name = `Written ${Date.now()} ${count}`
        const place = `${await companyRef()}/groups`
        await sure(async admin => {
          const { status } = await admin.post(place, { name })
          // A retry after a kill may get 422 for a duplicate name: then the group exists.
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

  const groupNames = async (offset: number) => {
    const path = `${await companyRef()}/groups?batch=${MOST}&offset=${offset}`
    return (await read<{ results: { name: string }[] }>(path)).results.map(({ name }) => name)
  }

  /** The names without a group. */
  const lostOf = async (names: readonly string[]) => {
    const there = new Set<string>()
    for (let offset = 0; ; offset += MOST) {
      const page = await groupNames(offset)
      for (const name of page) there.add(name)
      if (page.length < MOST) return names.filter(name => !there.has(name))
    }
  }

  const usedSeconds = async () => (await read<{ seconds: { used: number } }>(await companyRef())).seconds.used

  return { makeThrough, vectosEnded, startWriting, lostOf, usedSeconds }
}

type KillLoad = ReturnType<typeof createKillLoad>

const shuffled = <T>(items: readonly T[]) =>
  items
    .map(item => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)

/** Kills all components in random order, then again in another order, at random intervals. */
const createKiller = (kills: Kills) => {
  const counts: Record<string, number> = {}
  let order: string[] = []
  const killNext = async () => {
    // Exponentially distributed pauses, so that a kill can hit any step of a job.
    await sleep(100 - MEAN_PAUSE * Math.log(1 - Math.random()))
    if (order.length === 0) order = shuffled(Object.keys(kills))
    const name = order.pop() ?? ''
    await kills[name]?.()
    counts[name] = (counts[name] ?? 0) + 1
  }
  return { killNext, counts }
}

/** Kills `least` times, or with MINUTES until `end` while the work is pending. */
const killDuring = async (
  work: Promise<unknown>,
  killNext: () => Promise<void>,
  least: number,
  end: number,
) => {
  let goesOn = true
  const over = () => {
    goesOn = false
  }
  work.then(over, over)
  for (let count = 0; MINUTES > 0 ? goesOn && Date.now() < end : count < least; count += 1) await killNext()
}

/** Runs the load during kills and expects that no acknowledged work is lost, done twice or billed twice. */
export const workThroughKills = async (load: KillLoad, kills: Kills) => {
  const { killNext, counts } = createKiller(kills)
  const before = await load.usedSeconds()
  const writing = load.startWriting()
  const end = Date.now() + MINUTES * 60_000
  let made = 0
  for (let round = 0; round === 0 || Date.now() < end; round += 1) {
    const work = load.makeThrough(round)
    await killDuring(work, killNext, Math.max(KILLS, Object.keys(kills).length), end)
    const done = await load.vectosEnded(await work)
    expect(done.map(({ status, reason }) => [status, reason])).toEqual(done.map(() => ['completed', null]))
    made += done.length
  }
  expect(await load.usedSeconds()).toBe(before + made)
  const names = await writing.stop()
  expect(names.length).toBeGreaterThan(10)
  expect(await load.lostOf(names)).toEqual([])
  if (MINUTES > 0)
    process.stdout.write(
      `Killed: ${JSON.stringify(counts)}. Kept: ${names.length} groups, ${made} 3D videos.\n`,
    )
}

type Env = Readonly<Record<string, string>>

/**
 * Leftovers in the store, the database and the work folders after the cleanup that runs a day later.
 * @param envs of the servers and workers
 * @param material ids of the files stored before
 */
export const leftoversOf = async (envs: readonly Env[], material: readonly string[]) => {
  const work: string[] = []
  const open = (given: Env) => openServices(readConfig({ ...given, LOG_LEVEL: 'silent' }, 'test'))
  for (const each of envs) {
    const { services, close } = await open(each)
    await removeUnusedFolders(services)
    work.push(...(await workFolders(workRoot(services.config))).map(({ uid }) => uid))
    await close()
  }
  const env = envs[0] ?? {}
  const { services, close } = await open(env)
  try {
    await expireUploads(services, 0)
    await collectOrphans(services, 0)
    const rows = await services.database.query<{ id: string; owner: string; field: string }>(
      sql`select id, owner, field from files`,
    )
    const known = new Set([...material, ...rows.map(({ id }) => id)])
    const stored = await listStore({ env })
    const files = stored.filter(id => !known.has(id))
    const missing = rows.map(({ id }) => id).filter(id => !stored.includes(id))
    const places = rows.map(({ owner, field }) => `${owner} ${field}`)
    const twice = places.filter((place, index) => places.indexOf(place) !== index)
    return { files, missing, twice, work }
  } finally {
    await close()
  }
}
