import { sql } from 'drizzle-orm'
import { labelOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { JobName } from '~/model/job-types'
import { refOf } from '~/model/refs'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import type { ClaimedJob } from '~/server/platform/queue/queue'
import type { Context, Services, Values } from '~/server/records/context'

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

/** Enqueues a record's job in the change that requires it; replaces an earlier job of the record. */
export const enqueueJob = async (
  { services: { queue }, tx, afterCommit }: Context,
  kind: JobName,
  resource: Resource,
  record: Values & { uid: string },
) => {
  const subject = refOf(resource.name, record.uid)
  const job = await queue.send(tx, kind, subject)
  await tx.run(sql`insert into making (subject, kind, job, company_uid, label)
    values (${subject}, ${kind}, ${job}, ${ownerOf(resource, record).company}, ${labelOf(resource, record)})
    on conflict (subject) do update set kind = excluded.kind, job = excluded.job, company_uid = excluded.company_uid,
      label = excluded.label, token = null, worker = null, os = null, attempts = 0, errors = 0, reached = 0, created_at = now(),
      started_at = null, beat_at = null, progress = null`)
  afterCommit(() => queue.notify())
}

/** Cancels the job of a record. */
export const cancelJob = async (tx: Database, subject: string) => {
  await tx.run(sql`delete from making where subject = ${subject}`)
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
  const [table = '', uid = ''] = lease.subject.split('/')
  await tx.run(sql`select 1 from ${sql.identifier(table)} where uid = ${uid} for no key update`)
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
