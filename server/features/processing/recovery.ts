import { sql } from 'drizzle-orm'
import type { JobName } from '~/model/job-types'
import type { TableRow } from '~/server/platform/database/tables'
import type { Services } from '~/server/records/context'
import type { RowOf } from '~/server/records/tables'
import { Failure } from '~/server/video/ffmpeg'
import { createJobLog, endFailed, type JobHandlers } from './job-run'
import { priorityOf, recordIn } from './job-subject'
import { workFolder, workFolders, workRoot } from './work-folder'

/** Days that the finished parts of a failed job are kept for a retry. */
const KEEP_DAYS = 7
const DAY = 86_400_000

type StalledJob = TableRow<'making', 'subject' | 'job' | 'token' | 'attempts'> & {
  readonly kind: JobName
  readonly state: string | null
}

/** Jobs without an active worker: the worker's heartbeat is overdue, or the queue released them. */
const stalledJobs = ({ database }: Services, seconds: number) =>
  database.query<StalledJob>(sql`select m.subject, m.kind, m.job, m.token, m.attempts, j.state::text as state
    from making m left join pgboss.job j on j.id = m.job and j.name = m.kind
    where (m.token is not null and m.beat_at <= now() - make_interval(secs => ${seconds}))
      or (m.token is null and j.state = 'active' and j.started_on <= now() - make_interval(secs => ${seconds}))
      or (m.token is null and m.created_at <= now() - interval '1 minute'
        and (j.state is null or j.state in ('completed', 'cancelled', 'failed')))`)

const isUnchanged = ({ subject, job, token }: StalledJob) =>
  sql`subject = ${subject} and job = ${job} and token is not distinct from ${token}`

/** Returns a job to the queue, or enqueues a new one if the queue no longer holds it as active. */
const requeue = ({ database, queue }: Services, lost: StalledJob) =>
  database.transaction(async tx => {
    const free = await tx.run(
      sql`update making set token = null, worker = null, progress = null where ${isUnchanged(lost)}`,
    )
    if (free === 0) return
    if (lost.state === 'active')
      await queue.release(tx, { name: lost.kind, id: lost.job }, 'The worker was lost')
    else
      await tx.run(
        sql`update making set job = ${await queue.send(tx, lost.kind, lost.subject, priorityOf(lost.subject))} where subject = ${lost.subject}`,
      )
  })

const giveUp = async (
  services: Services,
  handlers: JobHandlers,
  { subject, kind, job, token, attempts }: StalledJob,
) => {
  const lease = { subject, job, token: token ?? '', attempts, errors: 0 }
  const failure = new Failure('worker_lost', `The worker was lost ${attempts} times`)
  const taken = { id: job, name: kind, subject }
  await endFailed(services, handlers[kind], taken, lease, failure, { log: createJobLog(), os: '' })
}

/**
 * Recovers the jobs of lost workers. A job that loses `JOB_LOSSES` workers in a row, without getting further than before, fails: a
 * file that ends each process that reads it must not end the restarted one as well. A stop in order does not count.
 * @param seconds without a heartbeat; 0 if no other worker can be running
 */
export const recoverJobs = async (services: Services, handlers: JobHandlers, seconds: number) => {
  const lost = await stalledJobs(services, seconds)
  for (const each of lost)
    await (each.token && each.attempts >= services.config.JOB_LOSSES
      ? giveUp(services, handlers, each)
      : requeue(services, each))
  if (lost.length > 0) services.queue.notify()
}

/** Folders of jobs that are no longer needed: done, deleted, or failed long ago. */
const unusedFolders = async ({ database, config }: Services) => {
  const folders = await workFolders(workRoot(config))
  const kept = await database.query<
    RowOf<'vectos' | 'videos', 'uid' | 'status'>
  >(sql`select uid, status from vectos where uid = any(${sql.param(folders.map(({ uid }) => uid))})
    union all select uid, status from videos where uid = any(${sql.param(folders.map(({ uid }) => uid))})`)
  const making = await database.query<TableRow<'making', 'subject'>>(sql`select subject from making`)
  const wanted = new Set(making.map(({ subject }) => recordIn(subject).uid))
  const failed = new Set(
    kept.filter(({ status }) => status === 'ko' || status === 'timeout').map(({ uid }) => uid),
  )
  const old = Date.now() - KEEP_DAYS * DAY
  return folders.filter(({ uid, at }) => !wanted.has(uid) && !(failed.has(uid) && at.getTime() > old))
}

export const removeUnusedFolders = async (services: Services) => {
  const root = workRoot(services.config)
  for (const { name } of await unusedFolders(services)) await (await workFolder(root, name, '')).remove()
}
