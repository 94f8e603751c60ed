import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ConfigError } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { waitingWith } from '~/server/platform/database/wait-for-database'
import type { Services } from '~/server/records/context'
import { type FoundTools, findTools } from '~/server/video/ffmpeg'
import type { JobHandlers } from './job-run'
import { recoverJobs } from './recovery'
import { imageLane, startWorker, system, videoLane, type Worker } from './worker'

type Presence = { readonly os: string; readonly missing: readonly string[]; readonly busy: number }

/** Milliseconds between two attempts to take a name. */
const PACE = 1000

/** Registers this process under its name, which is its own until it leaves or its heartbeat is overdue. */
const workerRegistry = ({ database, config }: Pick<Services, 'database' | 'config'>) => {
  const { WORKER_NAME: name, WORKER_LOST_SECONDS: lost, WORKER_JOBS: places, DATABASE_URL } = config
  const instance = newUid()
  // No other process works on the embedded database: the former holder of the name was killed.
  const isFree = DATABASE_URL
    ? sql`(w.instance = ${instance} or w.beat_at <= now() - make_interval(secs => ${lost}))`
    : sql`true`
  /** @returns false if another process that lives has the name */
  const register = async ({ os, missing, busy }: Presence) => {
    const registered =
      await database.run(sql`insert into workers as w (name, os, missing, places, busy, instance)
      values (${name}, ${os}, ${sql.param(missing)}, ${places}, ${busy}, ${instance})
      on conflict (name) do update set os = excluded.os, missing = excluded.missing, places = excluded.places,
        busy = excluded.busy, instance = excluded.instance, beat_at = now() where ${isFree}`)
    return registered > 0
  }
  return {
    register,
    /**
     * Takes the name, and waits for that of a process that was killed.
     * @throws ConfigError if another process with this name lives
     */
    takeName: async (presence: Presence, signal: AbortSignal) => {
      for (let waited = 0; !(await register(presence)); waited += PACE) {
        if (waited > lost * 1000)
          throw new ConfigError(
            `Another worker is called ${name} and is alive. Give each its own WORKER_NAME, or leave it out: then it is the name of the host with the process id.`,
          )
        await sleep(PACE, undefined, { signal })
      }
    },
    leave: () => database.run(sql`delete from workers where name = ${name} and instance = ${instance}`),
  }
}

type WorkerRegistry = ReturnType<typeof workerRegistry>

/** Interval of the worker's heartbeat in seconds. */
const HEARTBEAT_SECONDS = 5
/** Interval in seconds between searches for ffmpeg. */
const TOOLS_RETRY_SECONDS = 60

/** Removes workers that were killed long ago. */
const forgetWorkers = ({ database }: Services) =>
  database.run(sql`delete from workers where beat_at < now() - interval '1 day'`)

/**
 * Runs jobs on videos in this process once ffmpeg is available. Registers the worker and what it lacks.
 * @param first what was found at the start
 */
const startVideos = async (
  services: Services,
  handlers: JobHandlers,
  registry: WorkerRegistry,
  first: FoundTools,
) => {
  const { config, log, queue } = services
  let worker: Worker | undefined
  let missing: readonly string[] = []
  let looked = 0
  let closed = false

  const takeTools = (found: FoundTools) => {
    looked = Date.now()
    if (!('tools' in found)) {
      const problem = 'missing' in found ? `${found.missing}.` : found.refused
      if (missing.length === 0) log.warn(`${problem} Uploads work; videos wait until it is there.`)
      missing = ['ffmpeg']
    } else if (!closed) {
      missing = []
      const { encoder } = found.tools
      if (encoder) log.info(`Videos are encoded with ${encoder.name}.`)
      worker = startWorker(services, handlers, { lane: videoLane(config), tools: found.tools })
    }
  }
  const tick = async () => {
    if (!worker && Date.now() - looked > TOOLS_RETRY_SECONDS * 1000) takeTools(await findTools(config))
    const isOwn = await registry.register({ os: system, missing, busy: worker?.busy() ?? 0 })
    if (!isOwn) log.error(`Another worker is called ${config.WORKER_NAME}: give each its own WORKER_NAME`)
  }
  const whileAway = waitingWith(log)
  takeTools(first)
  await whileAway(tick)
  const timer = setInterval(
    () => tick().catch(error => log.warn({ error: String(error) }, 'the worker')),
    HEARTBEAT_SECONDS * 1000,
  )
  const unsubscribe = queue.onNotify(() => worker?.kick())
  return {
    stop: async () => {
      closed = true
      clearInterval(timer)
      unsubscribe()
      await worker?.stop()
      await registry.leave()
    },
  }
}

/**
 * Takes the worker's name, then its jobs on videos.
 * @throws ConfigError if another worker that lives has the name, or FFMPEG_ENCODER does not work
 */
const enter = async (services: Services, handlers: JobHandlers, signal: AbortSignal) => {
  if (services.config.WORKER_JOBS === 0) return undefined
  const found = await findTools(services.config)
  if ('refused' in found) throw new ConfigError(found.refused)
  const [registry, whileAway] = [workerRegistry(services), waitingWith(services.log)]
  await whileAway(() => forgetWorkers(services))
  await whileAway(() => registry.takeName({ os: system, missing: [], busy: 0 }, signal))
  return startVideos(services, handlers, registry, found)
}

/** The jobs on images run no program. */
const noTools = { ffmpeg: '', ffprobe: '' }

/**
 * Runs jobs in this process: image jobs immediately, video jobs (`WORKER_JOBS` in parallel) once it has claimed its name,
 * which a killed worker may still hold.
 * @returns `ready`: settles when it takes video jobs, or stops before that
 * @throws ConfigError if another live worker has its name, or FFMPEG_ENCODER does not work
 */
export const startProcessing = async (services: Services, handlers: JobHandlers) => {
  // No other process works on the embedded database's jobs, so interrupted jobs are recovered immediately.
  if (!services.config.DATABASE_URL) await recoverJobs(services, handlers, 0)
  const images = startWorker(services, handlers, { lane: imageLane, tools: noTools })
  const unsubscribe = services.queue.onNotify(images.kick)
  const leaving = new AbortController()
  const videos = enter(services, handlers, leaving.signal)
  return {
    ready: videos.then(
      () => undefined,
      error => {
        // Waiting for the name ends with this process, which is no failure.
        if (!leaving.signal.aborted) throw error
      },
    ),
    stop: async () => {
      unsubscribe()
      leaving.abort()
      const running = await videos.catch(() => undefined)
      await Promise.all([images.stop(), running?.stop()])
    },
  }
}
