import path from 'node:path'
import { sql } from 'drizzle-orm'
import { labelOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { JobName } from '~/model/job-types'
import { cut, storableText } from '~/model/text'
import { isVideoReason, type VideoReason } from '~/model/video/processing-states'
import type { Database } from '~/server/platform/database/database'
import type { Flat, TableRow } from '~/server/platform/database/tables'
import type { Metrics } from '~/server/platform/metrics/metrics'
import type { ClaimedJob } from '~/server/platform/queue/queue'
import { changeOf } from '~/server/platform/realtime/changes'
import { applyChanges } from '~/server/records/apply'
import type { Context, Services, Values } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import { asServer } from '~/server/records/transaction'
import type { Failure, Tools, Workbench } from '~/server/video/ffmpeg'
import { isAbout, priorityOf, recordIn, subjectOf } from './job-subject'
import { folderName, openFolder, type WorkFolder, workFolder, workRoot } from './work-folder'

/** The lease of a job run. Only the newest run of a record's newest job may write. */
export type JobLease = {
  readonly subject: string
  readonly job: string
  readonly token: string
  readonly attempts: number
  /** Runs that ended in an unexpected error. */
  readonly errors: number
}

/** Name and operating system of a worker, as shown in events and worker lists. */
type WorkerInfo = { readonly name: string; readonly os: string }

/** A claimed job and its lease. */
export type LeasedJob = { readonly job: ClaimedJob; readonly lease: JobLease }

/** Thrown when a superseded run tries to write. */
export class LeaseLostError extends Error {
  constructor(subject: string) {
    super(`${subject} is no longer this attempt's to write`)
    this.name = 'LeaseLostError'
  }
}

/**
 * Enqueues a record's job in the change that requires it; replaces an earlier job of the record.
 * @param part of the record, if the job makes only that; replaces an earlier job of this part
 */
export const enqueueJob = async (
  { services: { queue }, tx, afterCommit }: Context,
  kind: JobName,
  resource: Resource,
  record: Values & { uid: string },
  part?: number,
) => {
  const subject = subjectOf(resource.name, record.uid, part)
  const job = await queue.send(tx, kind, subject, priorityOf(subject))
  await tx.run(sql`insert into making (subject, kind, job, company_uid, label)
    values (${subject}, ${kind}, ${job}, ${ownerOf(resource, record).company}, ${labelOf(resource, record)})
    on conflict (subject) do update set kind = excluded.kind, job = excluded.job, company_uid = excluded.company_uid,
      label = excluded.label, token = null, worker = null, os = null, attempts = 0, errors = 0, reached = 0, created_at = now(),
      started_at = null, beat_at = null, progress = null`)
  afterCommit(() => queue.notify())
}

/** Cancels the job of a record, and those of its parts. */
export const cancelJob = async (tx: Database, subject: string) => {
  await tx.run(sql`delete from making where ${isAbout(subject)}`)
}

/** Leases a job under this token. Returns undefined if the job was cancelled or enqueued again since it was claimed. */
const leaseJob = async (
  tx: Database,
  { subject, id }: ClaimedJob,
  token: string,
  worker: WorkerInfo,
): Promise<JobLease | undefined> => {
  const [row] = await tx.query<
    TableRow<'making', 'attempts' | 'errors'>
  >(sql`update making set token = ${token}, worker = ${worker.name},
    os = ${worker.os}, attempts = attempts + 1, started_at = coalesce(started_at, now()), beat_at = now()
    where subject = ${subject} and job = ${id} returning attempts, errors`)
  return row && { subject, job: id, token, ...row }
}

/**
 * Claims the next job, all or nothing, under a token that the worker generated: `returnJob` returns a claim whose
 * response was lost with the connection.
 */
export const claimJob = (
  { database, queue }: Services,
  names: readonly JobName[],
  token: string,
  worker: WorkerInfo,
): Promise<LeasedJob | undefined> =>
  database.transaction(async tx => {
    for (const name of names)
      for (let job = await queue.claim(tx, name); job; job = await queue.claim(tx, name)) {
        const lease = await leaseJob(tx, job, token, worker)
        if (lease) return { job, lease }
        await queue.complete(tx, job)
      }
    return undefined
  })

const isLeaseOf = ({ subject, job, token }: JobLease) =>
  sql`subject = ${subject} and job = ${job} and token = ${token}`

/** Share of the work by which a run must get further than the ones before it, to count as progress. */
const STEP = 0.01

/**
 * Renews the lease and stores the progress. A run that gets further than the ones before it resets the count of lost
 * processes.
 * @returns false once the run is superseded
 */
export const heartbeat = async (
  { database }: Pick<Services, 'database'>,
  lease: JobLease,
  progress: { readonly done: number } | null,
) => {
  const done = progress?.done ?? 0
  const held =
    await database.run(sql`update making set beat_at = now(), progress = ${progress && JSON.stringify(progress)},
    attempts = case when ${done} > reached + ${STEP} then 1 else attempts end, reached = greatest(reached, ${done})
    where ${isLeaseOf(lease)}`)
  return held > 0
}

/**
 * Blocks other writers of the record until the transaction ends. Locks the record before the lease, as requests do that
 * cancel or retry its job: the other order can deadlock.
 * @throws LeaseLostError
 */
export const requireLease = async (tx: Database, lease: JobLease) => {
  const { resource, uid } = recordIn(lease.subject)
  await tx.run(sql`select 1 from ${sql.identifier(resource)} where uid = ${uid} for no key update`)
  const [row] = await tx.query(sql`select 1 from making where ${isLeaseOf(lease)} for update`)
  if (!row) throw new LeaseLostError(lease.subject)
}

/**
 * Releases a job without a result, for the next run; `errors`: the number of errors to add. The run was not lost, so
 * that it does not count as an attempt: those lead to giving up.
 */
export const releaseLease = (tx: Database, lease: JobLease, errors: 0 | 1) =>
  tx.run(
    sql`update making set token = null, worker = null, progress = null, attempts = greatest(attempts - 1, 0),
      errors = errors + ${errors} where ${isLeaseOf(lease)}`,
  )

/** Returns the job that is leased under this token to the queue. What was lost too often is left to `recoverJobs`. */
export const returnJob = ({ database, queue, config }: Services, token: string) =>
  database.transaction(async tx => {
    const [row] = await tx.query<TableRow<'making', 'job'> & { kind: JobName }>(
      sql`update making set token = null, worker = null, progress = null
        where token = ${token} and attempts < ${config.JOB_LOSSES} returning kind, job`,
    )
    if (row)
      await queue.release(tx, { name: row.kind, id: row.job }, 'The connection to the database was lost')
  })

const LONGEST = 200_000
const LINE = 2000

/** Collects the timestamped log lines of a job, as they can be stored: an engine may say anything. A very long log loses its beginning. */
export const createJobLog = (now: () => Date = () => new Date()) => {
  let lines: string[] = []
  let length = 0
  const add = (line: string) => {
    const stamped = `${now().toISOString()} ${storableText(cut(line, LINE))}`
    lines.push(stamped)
    length += stamped.length + 1
    if (length > LONGEST) {
      lines = ['…', ...lines.slice(Math.floor(lines.length / 2))]
      length = lines.reduce((sum, each) => sum + each.length + 1, 0)
    }
  }
  return {
    add,
    /** The log as stored in records: `{log, createdAt}`. @param before logs of earlier jobs on the record */
    kept: (before: readonly string[] = []) => ({
      log: [...before, lines.join('\n')].join('\n').slice(-LONGEST),
      createdAt: now().toISOString(),
    }),
  }
}

type JobLog = ReturnType<typeof createJobLog>

/** The stage of a run that has reported none. */
const BEGINNING = 'start'

/** Measures how long the stages of a run take; the one in which a run fails is not measured. */
export const stageTimes = ({ jobStages }: Pick<Metrics, 'jobStages'>, job: JobName) => {
  let stage = BEGINNING
  let end = jobStages.startTimer({ job, stage })
  return {
    current: () => stage,
    enter: (next: string) => {
      if (next === stage) return
      end()
      stage = next
      end = jobStages.startTimer({ job, stage })
    },
    complete: () => void end(),
  }
}

type StageTimes = ReturnType<typeof stageTimes>

/** Share of the work below which there is no estimate. */
const ENOUGH = 0.03
/** Milliseconds below which there is no estimate: the first progress is that of programs that start. */
const SETTLED = 5000

type Sample = { readonly at: number; readonly done: number }

/** The progress at `at`, between the first two samples. */
const between = ([before, after]: readonly Sample[], at: number): Sample | undefined => {
  if (!before || !after) return before
  const share = (at - before.at) / (after.at - before.at)
  return { at, done: before.done + share * (after.done - before.done) }
}

/**
 * Estimates the seconds left from the pace over the second half of the elapsed time: the pace of one moment would say
 * minutes at one report and seconds at the next, and that of the whole time would not follow a slower stage.
 * @returns a function of the share done (0 to 1), which returns null while no estimate is possible
 */
export const timeLeft = (now: () => number = Date.now) => {
  let begun: Sample | undefined
  const samples: Sample[] = []
  return (done: number): number | null => {
    const at = now()
    begun ??= { at, done }
    if (done > (samples.at(-1)?.done ?? -1)) samples.push({ at, done })
    const middle = (begun.at + at) / 2
    while (samples[1] && samples[1].at <= middle) samples.shift()
    const from = between(samples, middle)
    if (!from || done - begun.done < ENOUGH || at - begun.at < SETTLED || done <= from.done) return null
    return Math.round((((at - from.at) / (done - from.done)) * Math.max(0, 1 - done)) / 1000)
  }
}

/** Progress of a record: `done` is a share from 0 to 1, `secondsLeft` is null until it can be estimated. */
export type Progress = { readonly done: number; readonly secondsLeft: number | null; readonly stage: string }

/** Removes a job that ended and its lease, not a job that has been enqueued in its place. */
const completeRun = async (
  { queue }: Services,
  tx: Database,
  job: ClaimedJob,
  lease: JobLease,
  output: object = {},
) => {
  await queue.complete(tx, job, output)
  await tx.run(sql`delete from making where ${isLeaseOf(lease)}`)
}

/** One run of a job, as passed to its handler. */
export type JobRun = {
  readonly services: Services
  readonly job: ClaimedJob
  readonly lease: JobLease
  readonly os: string
  readonly work: WorkFolder
  /** The folder for copies of stored files; jobs on parts of one record share that of its main job. */
  readonly sources: WorkFolder
  readonly bench: Workbench
  readonly log: JobLog
  readonly progress: () => Progress | null
  /** The stage that the run is at, for the metrics; `report` enters one too. */
  readonly stages: StageTimes
  /** @param done share of the whole work, 0 to 1 */
  readonly report: (record: Flat, stage: string, done: number) => void
  /** A change that only the newest run may make. @throws LeaseLostError */
  readonly write: <T>(change: (context: Context) => Promise<T>) => Promise<T>
  /** The change that completes the job and removes its lease. It may enqueue the record's next job. */
  readonly finish: (change: (context: Context) => Promise<unknown>) => Promise<void>
}

/** Minimum interval between progress events in milliseconds. */
const PACE = 1000

/** The progress of the record, from that of the run. */
type OfRecord = (record: Flat, own: Progress) => Progress | Promise<Progress>

const publishProgress = async (
  { database, changes }: Services,
  resource: Resource,
  record: Flat,
  lease: JobLease,
  own: Progress,
  ofRecord: OfRecord,
) => {
  // Saves the progress for the case that the process is lost before the next heartbeat.
  await heartbeat({ database }, lease, own)
  const progress = await ofRecord(record, own)
  const kept =
    await database.run(sql`update ${sql.identifier(resource.name)} set progress = ${JSON.stringify(progress)}
    where uid = ${record.uid} and exists (select 1 from making where subject = ${lease.subject} and token = ${lease.token})`)
  if (kept > 0) await changes.publish(database, { ...changeOf(resource, record, 'progress'), progress })
}

/**
 * The progress at a stage. A video may be longer than its header states, and an engine may report anything.
 * @param left estimates the seconds left at a share of the work
 */
export const progressAt = (stage: string, done: number, left: (share: number) => number | null): Progress => {
  const share = Math.min(1, Math.max(0, done))
  return { done: Math.round(share * 1000) / 1000, secondsLeft: left(share), stage }
}

const ofRecordOf = ({ database }: Services, partOf: JobHandler['partOf']): OfRecord => {
  if (!partOf) return (_, own) => own
  const left = timeLeft()
  return async ({ uid }, { stage }) => progressAt(stage, await partOf.done(database, String(uid)), left)
}

const reporting = (
  services: Services,
  { resource, partOf }: Pick<Given, 'resource' | 'partOf'>,
  lease: JobLease,
  stages: StageTimes,
) => {
  const ofRecord = ofRecordOf(services, partOf)
  let now: Progress | null = null
  let reportedAt = 0
  const left = timeLeft()
  const report = (record: Flat, stage: string, done: number) => {
    stages.enter(stage)
    now = progressAt(stage, done, left)
    if (Date.now() - reportedAt < PACE) return
    reportedAt = Date.now()
    publishProgress(services, resource, record, lease, now, ofRecord).catch(error =>
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
} & Pick<JobHandler, 'partOf'>

export const createJobRun = async (
  services: Services,
  job: ClaimedJob,
  lease: JobLease,
  given: Given,
): Promise<JobRun> => {
  const { uid, part } = recordIn(job.subject)
  const root = workRoot(services.config)
  const work = await workFolder(root, folderName(uid, job.name, part), lease.token)
  const { partOf } = given
  const sources = partOf ? await openFolder(path.join(root, folderName(uid, partOf.job)), lease.token) : work
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
    sources,
    log: given.log,
    bench: {
      tools: given.tools,
      cwd: work.folder,
      signal: given.signal,
      onLog: given.log.add,
      memory: services.config.JOB_MEMORY_GB * 1024 ** 3,
    },
    ...reporting(services, given, lease, stageTimes(services.metrics, job.name)),
    write,
    finish: async change => {
      await write(async context => {
        await change(context)
        await completeRun(services, context.tx, job, lease)
      })
    },
  }
}

/** Context of a failed run. */
export type FailureContext = { readonly log: JobLog; readonly os: string }

/** Runs one kind of job. */
export type JobHandler = {
  readonly name: JobName
  /** Of a job on one part of a record: the record's main job, and the share of its work that is done, 0 to 1. */
  readonly partOf?: {
    readonly job: JobName
    readonly done: (database: Database, uid: string) => Promise<number>
  }
  /** Ends the job with `run.finish`; its work folder is removed afterwards. */
  readonly run: (run: JobRun) => Promise<void>
  /** Records a failure on the record, in the transaction that ends the job. */
  readonly fail?: (
    context: Context,
    job: ClaimedJob,
    failure: Failure,
    failureContext: FailureContext,
  ) => Promise<void>
}

export type JobHandlers = Readonly<Record<JobName, JobHandler>>

/** Failures that are recorded as a timeout. */
const late: readonly VideoReason[] = ['no_answer', 'too_slow']

export const endOf = ({ code }: Pick<Failure, 'code'>) => (late.includes(code) ? 'timeout' : 'ko')

/** Fields that record a failure, whose message may be the output of a program. */
export const failureFields = (failure: Failure) => ({
  status: endOf(failure),
  reason: storableText(failure.message),
  reasonCode: isVideoReason(failure.code) ? failure.code : 'internal',
  progress: null,
})

/** Records on a record that it could not be processed, and why. */
export const failRecord = async (
  context: Context,
  job: ClaimedJob,
  failure: Failure,
  resource: Resource,
  more: (before: Values) => Values = () => ({}),
) => {
  const before = await findRow(context.tx, resource, recordIn(job.subject).uid, 'all', true)
  if (before)
    await applyChanges(context, resource, before, {
      ...failureFields(failure),
      ...more(before),
    })
}

/** Ends a job that failed, and has its handler record the failure. @throws LeaseLostError if it has a newer run */
export const endFailed = (
  services: Services,
  { fail }: JobHandler,
  job: ClaimedJob,
  lease: JobLease,
  failure: Failure,
  failureContext: FailureContext,
) =>
  asServer(services, async context => {
    await requireLease(context.tx, lease)
    await fail?.(context, job, failure, failureContext)
    await completeRun(services, context.tx, job, lease, { failed: failure.code })
  })
