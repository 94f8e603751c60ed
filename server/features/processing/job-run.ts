import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import type { Flat } from '~/server/platform/database/flat'
import type { ClaimedJob } from '~/server/platform/queue/queue'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Context } from '~/server/records/hooks'
import type { Services } from '~/server/records/services'
import { asServer } from '~/server/records/writing/as-server'
import type { Workbench } from '~/server/video/ffmpeg'
import type { Tools } from '~/server/video/tools'
import { cancelJob, heartbeat, type JobLease, requireLease } from './job-lease'
import type { JobLog } from './job-log'
import { type StageTimes, stageTimes } from './stage-times'
import { timeLeft } from './time-left'
import { type WorkFolder, workFolder, workRoot } from './work-folder'

/** Progress of a record: `done` is a share from 0 to 1, `secondsLeft` is null until it can be estimated. */
export type Progress = { readonly done: number; readonly secondsLeft: number | null; readonly stage: string }

/** One run of a job, as passed to its handler. */
export type JobRun = {
  readonly services: Services
  readonly job: ClaimedJob
  readonly lease: JobLease
  readonly os: string
  readonly work: WorkFolder
  readonly bench: Workbench
  readonly log: JobLog
  readonly progress: () => Progress | null
  /** The stage that the run is at, for the metrics; `report` enters one too. */
  readonly stages: StageTimes
  /** @param done share of the whole work, 0 to 1 */
  readonly report: (record: Flat, stage: string, done: number) => void
  /** A change that only the newest run may make. @throws LeaseLostError */
  readonly write: <T>(change: (context: Context) => Promise<T>) => Promise<T>
  /** The change that completes the job and removes its lease. */
  readonly finish: (change: (context: Context) => Promise<unknown>) => Promise<void>
}

/** Minimum interval between progress events in milliseconds. */
const PACE = 1000

const publishProgress = async (
  { database, changes }: Services,
  resource: Resource,
  record: Flat,
  lease: JobLease,
  progress: Progress,
) => {
  const kept =
    await database.run(sql`update ${sql.identifier(resource.name)} set progress = ${JSON.stringify(progress)}
    where uid = ${record.uid} and exists (select 1 from making where subject = ${lease.subject} and token = ${lease.token})`)
  // How far the run got counts when its process is lost before the next heartbeat.
  await heartbeat({ database }, lease, progress)
  if (kept > 0) await changes.publish(database, { ...changeOf(resource, record, 'progress'), progress })
}

/**
 * The progress at a stage. A film may be longer than its header says, and an engine may report anything.
 * @param left estimates the seconds left at a share of the work
 */
export const progressAt = (stage: string, done: number, left: (share: number) => number | null): Progress => {
  const share = Math.min(1, Math.max(0, done))
  return { done: Math.round(share * 1000) / 1000, secondsLeft: left(share), stage }
}

const reporting = (services: Services, resource: Resource, lease: JobLease, stages: StageTimes) => {
  let now: Progress | null = null
  let reportedAt = 0
  const left = timeLeft()
  const report = (record: Flat, stage: string, done: number) => {
    stages.enter(stage)
    now = progressAt(stage, done, left)
    if (Date.now() - reportedAt < PACE) return
    reportedAt = Date.now()
    publishProgress(services, resource, record, lease, now).catch(error =>
      services.log.warn({ error: String(error) }, 'progress was not published'),
    )
  }
  return { report, progress: () => now, stages }
}

type Given = {
  readonly tools: Tools
  readonly signal: AbortSignal
  readonly resource: Resource
  readonly os: string
  readonly log: JobLog
}

export const createJobRun = async (
  services: Services,
  job: ClaimedJob,
  lease: JobLease,
  given: Given,
): Promise<JobRun> => {
  const uid = job.subject.slice(job.subject.lastIndexOf('/') + 1)
  const work = await workFolder(workRoot(services.config), uid, lease.token)
  const write: JobRun['write'] = change =>
    asServer(services, async context => {
      await requireLease(context.tx, lease)
      return change(context)
    })
  return {
    services,
    job,
    lease,
    os: given.os,
    work,
    log: given.log,
    bench: {
      tools: given.tools,
      cwd: work.folder,
      signal: given.signal,
      onLog: given.log.add,
      memory: services.config.JOB_MEMORY_GB * 1024 ** 3,
    },
    ...reporting(services, given.resource, lease, stageTimes(services.metrics, job.name)),
    write,
    finish: async change => {
      await write(async context => {
        await change(context)
        await services.queue.complete(context.tx, job)
        await cancelJob(context.tx, lease.subject)
      })
    },
  }
}
