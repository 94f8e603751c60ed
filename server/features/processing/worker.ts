import os from 'node:os'
import { messageOf } from '~/model/errors'
import { imageJobs, type JobName, videoJobs } from '~/model/job-types'
import { resourceOf } from '~/model/registry'
import type { Config } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { isConnectionLost } from '~/server/platform/database/errors'
import type { ClaimedJob } from '~/server/platform/queue/queue'
import { StoreUnavailable } from '~/server/platform/storage/file-store'
import { continueTrace } from '~/server/platform/tracing/spans'
import type { Services } from '~/server/records/context'
import type { Tools } from '~/server/video/ffmpeg'
import { Failure } from '~/server/video/ffmpeg'
import {
  claimJob,
  createJobLog,
  createJobRun,
  endFailed,
  type FailureContext,
  heartbeat,
  type JobHandlers,
  type JobLease,
  type JobRun,
  type LeasedJob,
  LeaseLostError,
  releaseLease,
  returnJob,
} from './job-run'
import { recordIn } from './job-subject'

/** Jobs that run independently of the process's other lanes: thumbnails do not wait for a 3D video that takes hours. */
export type Lane = {
  readonly names: readonly JobName[]
  /** Jobs that are run in parallel. */
  readonly places: number
  /** Poll interval in milliseconds, if no notification arrives. */
  readonly pollInterval: number
  /** Unexpected errors after which a job fails. */
  readonly maxErrors: number
  /** Maximum backoff in seconds before a retry. It doubles, starting with one second. */
  readonly longestPause: number
}

export const videoLane = ({ WORKER_JOBS }: Pick<Config, 'WORKER_JOBS'>): Lane => ({
  ...{ names: videoJobs, places: WORKER_JOBS, pollInterval: 2000, maxErrors: 3, longestPause: 1 },
})

export const imageLane: Lane = {
  ...{ names: imageJobs, places: 2, pollInterval: 5000, maxErrors: 10, longestPause: 60 },
}

/** Heartbeat interval in seconds. */
const HEARTBEAT_SECONDS = 5

/** The operating system, as shown in events and worker lists. */
export const system = `${os.type()} ${os.release()}`

/** Thrown on shutdown: the job is released unchanged. */
class WorkerStopping extends Error {}

const resourceOfJob = ({ subject }: ClaimedJob) => resourceOf(recordIn(subject).resource)

/** Handles a run that ended with an error. @returns the result, for the metrics */
const handleFailure = async (
  services: Services,
  handlers: JobHandlers,
  { maxErrors, longestPause }: Lane,
  { job, lease }: LeasedJob,
  failureContext: FailureContext,
  error: unknown,
): Promise<string> => {
  if (error instanceof LeaseLostError) return 'superseded'
  const given = error instanceof Failure ? error : undefined
  // Not a fault of the job: it returns to the queue until the worker, the file store or the database is available again.
  const isOutage =
    error instanceof WorkerStopping || error instanceof StoreUnavailable || isConnectionLost(error)
  const last = lease.errors + 1 >= maxErrors && !isOutage
  if (given || last) {
    if (!given) services.log.error(error, `${job.name} of ${job.subject}`)
    const failure = given ?? new Failure('internal', messageOf(error))
    failureContext.log.add(`${failure.code}: ${failure.message}`)
    await endFailed(services, handlers[job.name], job, lease, failure, failureContext)
    return failure.code
  }
  if (!(error instanceof WorkerStopping))
    services.log.warn(error, `${job.name} of ${job.subject} is tried again`)
  await services.database.transaction(async tx => {
    await releaseLease(tx, lease, isOutage ? 0 : 1)
    const pause = error instanceof WorkerStopping ? 0 : longestPause
    await services.queue.release(tx, job, messageOf(error), pause)
  })
  return 'released'
}

/** Sends heartbeats during a run, and aborts it when it is superseded or out of time. */
const keepAlive = (
  services: Services,
  lease: JobLease,
  controller: AbortController,
  progress: () => { readonly done: number } | null,
) => {
  const beating = setInterval(() => {
    heartbeat(services, lease, progress()).then(
      held => held || controller.abort(new LeaseLostError(lease.subject)),
      error => services.log.warn({ error: String(error) }, 'a sign of life was lost'),
    )
  }, HEARTBEAT_SECONDS * 1000)
  const hours = services.config.JOB_HOURS
  const late = setTimeout(
    () => controller.abort(new Failure('too_slow', `It took longer than ${hours} h`)),
    hours * 3_600_000,
  )
  return () => {
    clearInterval(beating)
    clearTimeout(late)
  }
}

/** Removes the files of a failed run, so that they do not fill the disk. */
const tidyUp = async (run: JobRun | undefined, result: string) => {
  if (!run || result === 'superseded') return
  await (result === 'disk_full'
    ? Promise.all([run.work.remove(), run.sources.remove()])
    : run.work.removeUnfinished())
}

/** Lane and tools of a worker. */
type Equipment = { readonly lane: Lane; readonly tools: Tools }

const runJob = async (
  services: Services,
  handlers: JobHandlers,
  { tools, lane }: Equipment,
  leased: LeasedJob,
  stopping: AbortSignal,
) => {
  const { job, lease } = leased
  const controller = new AbortController()
  const stop = () => controller.abort(new WorkerStopping('The worker stops'))
  stopping.addEventListener('abort', stop, { once: true })
  const failureContext = { log: createJobLog(), os: system }
  let made: JobRun | undefined
  const measure = services.metrics.jobs.startTimer({ job: job.name })
  let result = 'completed'
  const rest = keepAlive(services, lease, controller, () => made?.progress() ?? null)
  try {
    const given = {
      ...failureContext,
      tools,
      signal: controller.signal,
      resource: resourceOfJob(job),
      partOf: handlers[job.name].partOf,
    }
    made = await createJobRun(services, job, lease, given)
    await handlers[job.name].run(made)
    await made.work.remove()
    made.stages.complete()
  } catch (error) {
    result = await handleFailure(services, handlers, lane, leased, failureContext, error)
    await tidyUp(made, result)
  } finally {
    measure({ result, stage: result === 'completed' ? '' : (made?.stages.current() ?? '') })
    rest()
    stopping.removeEventListener('abort', stop)
  }
  return result
}

/** Idle timers of the worker's slots; `wake` ends all of them. */
const createPauses = (milliseconds: number, stopping: AbortSignal) => {
  let wake: () => void = () => undefined
  return {
    rest: () =>
      new Promise<void>(resolve => {
        // A stop during the last poll of the queue has called `wake` already, and does not call it again.
        if (stopping.aborted) return resolve()
        const timer = setTimeout(resolve, milliseconds)
        const before = wake
        wake = () => {
          clearTimeout(timer)
          before()
          resolve()
        }
      }),
    wake: () => wake(),
  }
}

/** Runs the jobs of a lane until it is stopped. */
export const startWorker = (services: Services, handlers: JobHandlers, equipment: Equipment) => {
  const { names, places: count, pollInterval } = equipment.lane
  const stopping = new AbortController()
  const { rest, wake } = createPauses(pollInterval, stopping.signal)
  let busy = 0
  /** A job filled the disk: others would fail like it until there is room again. */
  let isFull = false
  const work = async (leased: LeasedJob) => {
    const { traceparent, name, subject } = leased.job
    const run = () => runJob(services, handlers, equipment, leased, stopping.signal)
    busy += 1
    const result = await continueTrace(traceparent, name, { 'job.subject': subject }, run).finally(() => {
      busy -= 1
    })
    isFull ||= result === 'disk_full'
  }
  const worker = { name: services.config.WORKER_NAME, os: system }
  const place = async () => {
    // The token of a job that may still be leased, since the database was lost before it answered.
    let unsure: string | undefined
    while (!stopping.signal.aborted) {
      const token = newUid()
      try {
        if (isFull && services.disk.state() !== 'ok') {
          await rest()
          continue
        }
        isFull = false
        if (unsure) await returnJob(services, unsure)
        unsure = token
        const leased = await claimJob(services, names, token, worker)
        if (leased) await work(leased)
        unsure = undefined
        if (!leased) await rest()
      } catch (error) {
        services.log.error(error, 'the worker')
        await rest()
      }
    }
  }
  const places = Array.from({ length: count }, place)
  return {
    busy: () => busy,
    /** Notifies the worker that the queue has a job. */
    kick: wake,
    stop: async () => {
      stopping.abort()
      wake()
      await Promise.all(places)
    },
  }
}

export type Worker = ReturnType<typeof startWorker>
