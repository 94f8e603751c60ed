import os from 'node:os'
import { jobNames } from '~/model/job-types'
import { resourceOf } from '~/model/registry'
import type { Taken } from '~/server/platform/queue/queue'
import type { Services } from '~/server/records/services'
import { Failure } from '~/server/video/failure'
import type { Tools } from '~/server/video/tools'
import type { JobHandlers, Told } from './job-handler'
import { beat, begin, type Hold, letGo, Superseded } from './job-lease'
import { createJobLog } from './job-log'
import { type Attempt, makeAttempt } from './job-run'

/** Seconds between two signs of life. */
const BEAT = 5
/** Milliseconds between two looks into the queue when nobody says that there is something. */
const LOOK = 2000
/** Times that an unexpected error is met before the job is given up. */
const TRIES = 3

/** As events and lists of workers name it. */
export const system = `${os.type()} ${os.release()}`

/** The server is stopping: the job goes back as it is. */
class Stopping extends Error {}

const resourceOfJob = ({ subject }: Taken) => resourceOf(subject.slice(0, subject.indexOf('/')))

/** An end that the handler did not bring about itself. */
const settle = async (
  services: Services,
  handlers: JobHandlers,
  job: Taken,
  hold: Hold,
  told: Told,
  error: unknown,
) => {
  if (error instanceof Superseded) return
  const given = error instanceof Failure ? error : undefined
  const stopping = error instanceof Stopping
  const last = hold.errors + 1 >= TRIES && !stopping
  if (given || last) {
    if (!given) services.log.error(error, `${job.name} of ${job.subject}`)
    const failure = given ?? new Failure('internal', error instanceof Error ? error.message : String(error))
    told.log.add(`${failure.code}: ${failure.message}`)
    await handlers[job.name].fail(services, job, hold, failure, told)
    return
  }
  if (!stopping) services.log.warn(error, `${job.name} of ${job.subject} is tried again`)
  await services.database.transaction(async tx => {
    await letGo(tx, hold, stopping ? 0 : 1)
    await services.queue.putBack(tx, job, error instanceof Error ? error.message : String(error))
  })
}

/** Signs of life while an attempt lasts, and its ends: superseded, or out of time. */
const keepAlive = (
  services: Services,
  hold: Hold,
  controller: AbortController,
  progress: () => object | null,
) => {
  const beating = setInterval(() => {
    beat(services, hold, progress()).then(
      held => held || controller.abort(new Superseded(hold.subject)),
      error => services.log.warn({ error: String(error) }, 'a sign of life was lost'),
    )
  }, BEAT * 1000)
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

const attempt = async (
  services: Services,
  handlers: JobHandlers,
  tools: Tools,
  job: Taken,
  stopping: AbortSignal,
) => {
  const hold = await begin(services, job, system)
  if (!hold) return services.queue.complete(services.database, job)
  const controller = new AbortController()
  const stop = () => controller.abort(new Stopping('The worker stops'))
  stopping.addEventListener('abort', stop, { once: true })
  const told = { log: createJobLog(), os: system }
  let made: Attempt | undefined
  const rest = keepAlive(services, hold, controller, () => made?.progress() ?? null)
  try {
    const given = { ...told, tools, signal: controller.signal, resource: resourceOfJob(job) }
    made = await makeAttempt(services, job, hold, given)
    await handlers[job.name].run(made)
  } catch (error) {
    await settle(services, handlers, job, hold, told, error)
  } finally {
    rest()
    stopping.removeEventListener('abort', stop)
  }
}

const next = async ({ queue }: Services) => {
  for (const name of jobNames) {
    const job = await queue.take(name)
    if (job) return job
  }
  return undefined
}

/** Takes jobs one after the other, in as many places as WORKER_JOBS says, until it is stopped. */
export const startWorker = (services: Services, handlers: JobHandlers, tools: Tools) => {
  const stopping = new AbortController()
  let wake: () => void = () => undefined
  let busy = 0
  const rest = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, LOOK)
      const before = wake
      wake = () => {
        clearTimeout(timer)
        before()
        resolve()
      }
    })
  const place = async () => {
    while (!stopping.signal.aborted) {
      try {
        const job = await next(services)
        if (!job) await rest()
        else {
          busy += 1
          await attempt(services, handlers, tools, job, stopping.signal).finally(() => {
            busy -= 1
          })
        }
      } catch (error) {
        services.log.error(error, 'the worker')
        await rest()
      }
    }
  }
  const places = Array.from({ length: services.config.WORKER_JOBS }, place)
  return {
    busy: () => busy,
    /** There is something in the queue. */
    kick: () => wake(),
    stop: async () => {
      stopping.abort()
      wake()
      await Promise.all(places)
    },
  }
}

export type Worker = ReturnType<typeof startWorker>
