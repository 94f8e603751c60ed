import { sql } from 'drizzle-orm'
import { labelOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { JobName } from '~/model/job-types'
import { refOf } from '~/model/refs'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { ClaimedJob } from '~/server/platform/queue/queue'
import type { Context, Values } from '~/server/records/hooks'
import type { Services } from '~/server/records/services'

/** An attempt at a job. Only the newest attempt of a record's newest job may write. */
export type JobLease = {
  readonly subject: string
  readonly job: string
  readonly token: string
  readonly attempts: number
  /** Attempts that ended in an unexpected error. */
  readonly errors: number
}

/** What somebody who is no longer wanted finds out when they want to write. */
export class LeaseLostError extends Error {
  constructor(subject: string) {
    super(`${subject} is no longer this attempt's to write`)
    this.name = 'LeaseLostError'
  }
}

/** Asks for a record's job in the change that wants it; one asked for before is forgotten. */
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
      label = excluded.label, token = null, worker = null, os = null, attempts = 0, errors = 0, created_at = now(), started_at = null,
      beat_at = null, progress = null`)
  afterCommit(() => queue.notify())
}

/** Nothing is being made of the record any more. */
export const cancelJob = async (tx: Database, subject: string) => {
  await tx.run(sql`delete from making where subject = ${subject}`)
}

/** Takes a job for this worker. Undefined: it was asked for anew meanwhile, or is no longer wanted. */
export const claimJob = async (
  { database, config }: Services,
  { subject, id }: ClaimedJob,
  os: string,
): Promise<JobLease | undefined> => {
  const token = newUid()
  const [row] = await database.query<{
    attempts: number
    errors: number
  }>(sql`update making set token = ${token}, worker = ${config.WORKER_NAME},
    os = ${os}, attempts = attempts + 1, started_at = coalesce(started_at, now()), beat_at = now()
    where subject = ${subject} and job = ${id} returning attempts, errors`)
  return row && { subject, job: id, token, ...row }
}

const isLeaseOf = ({ subject, job, token }: JobLease) =>
  sql`subject = ${subject} and job = ${job} and token = ${token}`

/** A sign of life. @returns false once the attempt is superseded */
export const heartbeat = async ({ database }: Services, lease: JobLease, progress: object | null) =>
  (await database.run(
    sql`update making set beat_at = now(), progress = ${progress && JSON.stringify(progress)} where ${isLeaseOf(lease)}`,
  )) > 0

/** Keeps others from writing until the transaction ends. @throws LeaseLostError */
export const requireLease = async (tx: Database, lease: JobLease) => {
  const [row] = await tx.query(sql`select 1 from making where ${isLeaseOf(lease)} for update`)
  if (!row) throw new LeaseLostError(lease.subject)
}

/** Lets go of a job without an end, for the next attempt; `errors`: how many more it had. */
export const releaseLease = (tx: Database, lease: JobLease, errors: 0 | 1) =>
  tx.run(
    sql`update making set token = null, worker = null, progress = null, errors = errors + ${errors} where ${isLeaseOf(lease)}`,
  )
