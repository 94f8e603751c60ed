import { sql } from 'drizzle-orm'
import { waitingWith } from '~/server/platform/database/wait-for-database'
import type { Services } from '~/server/records/services'
import { findTools } from '~/server/video/tools'
import type { JobHandlers } from './job-handler'
import { imageLane, videoLane } from './lanes'
import { recoverJobs } from './recovery'
import { startWorker, system, type Worker } from './worker'

/** Interval of the worker's heartbeat in seconds. */
const HEARTBEAT_SECONDS = 5
/** Interval in seconds between searches for ffmpeg. */
const TOOLS_RETRY_SECONDS = 60

const registerWorker = ({ database, config }: Services, missing: readonly string[], busy: number) =>
  database.run(sql`insert into workers (name, os, missing, places, busy) values
    (${config.WORKER_NAME}, ${system}, ${sql.param(missing)}, ${config.WORKER_JOBS}, ${busy})
    on conflict (name) do update set os = excluded.os, missing = excluded.missing, places = excluded.places,
      busy = excluded.busy, beat_at = now()`)

/** Removes workers that were killed long ago. */
const forgetWorkers = ({ database }: Services) =>
  database.run(sql`delete from workers where beat_at < now() - interval '1 day'`)

/** Runs jobs on videos in this process once ffmpeg is available. Registers the worker and what it lacks. */
const startVideos = async (services: Services, handlers: JobHandlers) => {
  const { config, database, log, queue } = services
  if (config.WORKER_JOBS === 0) return { stop: async () => undefined }
  let worker: Worker | undefined
  let missing: readonly string[] = []
  let looked = 0
  let closed = false

  const findVideoTools = async () => {
    looked = Date.now()
    const found = await findTools(config)
    if ('missing' in found) {
      if (missing.length === 0) log.warn(`${found.missing}. Uploads work; videos wait until it is there.`)
      missing = ['ffmpeg']
    } else if (!closed) {
      missing = []
      worker = startWorker(services, handlers, { lane: videoLane(config), tools: found.tools })
    }
  }
  const tick = async () => {
    if (!worker && Date.now() - looked > TOOLS_RETRY_SECONDS * 1000) await findVideoTools()
    await registerWorker(services, missing, worker?.busy() ?? 0)
  }
  const whileAway = waitingWith(log)
  await whileAway(() => forgetWorkers(services))
  await findVideoTools()
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
      await database.run(sql`delete from workers where name = ${config.WORKER_NAME}`)
    },
  }
}

/** The jobs on images run no program. */
const noTools = { ffmpeg: '', ffprobe: '' }

/** Runs jobs in this process: on images always, on videos as `WORKER_JOBS` says. */
export const startProcessing = async (services: Services, handlers: JobHandlers) => {
  // No other process works on the embedded database's jobs, so interrupted jobs are recovered at once.
  if (!services.config.DATABASE_URL) await recoverJobs(services, handlers, 0)
  const images = startWorker(services, handlers, { lane: imageLane, tools: noTools })
  const unsubscribe = services.queue.onNotify(images.kick)
  const videos = await startVideos(services, handlers)
  return {
    stop: async () => {
      unsubscribe()
      await Promise.all([images.stop(), videos.stop()])
    },
  }
}
