import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { registry } from '~/model/registry'
import { followClock } from '~/server/features/maintenance/clock-jumps'
import { deleteExpired } from '~/server/features/maintenance/retention'
import { deleteExpiredKeys } from '~/server/features/one-time-links/open-link'
import { forgetPlaybacks } from '~/server/features/playbacks/playbacks'
import { recoverJobs, removeUnusedFolders } from '~/server/features/processing/recovery'
import { endPublicLinks } from '~/server/features/public-links/public-link-hooks'
import { endExpiredSessions } from '~/server/features/sessions/sessions'
import { emptyTrash } from '~/server/features/trash/empty-trash'
import { collectOrphans, expireUploads } from '~/server/features/uploads/orphans'
import { recordUsage } from '~/server/features/usage/record-usage'
import { removeOldSegments } from '~/server/features/vectos/segments'
import { finishRenames } from '~/server/features/vectos/vecto-hooks'
import { deleteExpiredLimits } from '~/server/platform/http/rate-limits'
import { removeRemembered } from '~/server/platform/storage/removal'
import { removeForGood } from '~/server/records/change'
import type { Services } from '~/server/records/context'
import { deleteExpiredAnswers } from '~/server/records/handlers'
import { findRow, foldCounts } from '~/server/records/list'
import { prepareTotals } from '~/server/records/total-counts'
import { asServer } from '~/server/records/transaction'
import { prepareWordCounts } from '~/server/records/word-counts'
import { handlers } from './job-handlers'

const dueForRemoval = ({ database }: Services, resource: Resource) =>
  database.query<{ uid: string }>(
    sql`select uid from ${sql.identifier(resource.name)} where status = 'deletable' and deletable_at <= now()`,
  )

const removeDue = (services: Services, resource: Resource, uid: string) =>
  asServer(services, async context => {
    const record = await findRow(context.tx, resource, uid, 'all', true)
    if (record?.status === 'deletable') await removeForGood(context, resource, record)
  })

/** Removes records that are marked deletable and due. */
const sweepDeletable = async (services: Services) => {
  const delayed = Object.values<Resource>(registry).filter(resource => resource.removal === 'delayed')
  for (const resource of delayed)
    for (const { uid } of await dueForRemoval(services, resource)) await removeDue(services, resource, uid)
}

type Task = {
  readonly name: string
  /** Interval in seconds. */
  readonly every: number
  readonly run: (services: Services) => Promise<unknown>
  /** Runs on all servers instead of one: the task concerns each machine. */
  readonly everywhere?: true
}

const recovery: Task = {
  name: 'recover-jobs',
  every: 10,
  run: services => recoverJobs(services, handlers, services.config.WORKER_LOST_SECONDS),
}

const folders: Task = { name: 'remove-folders', every: 3600, run: removeUnusedFolders, everywhere: true }

/** The clocks of two machines drift apart by a second a day or more, and one may be set. */
const clock: Task = {
  name: 'read-clock',
  every: 15,
  run: followClock,
  everywhere: true,
}

const tasks: readonly Task[] = [
  clock,
  { name: 'fold-counts', every: 10, run: ({ database }) => foldCounts(database) },
  { name: 'prepare-totals', every: 10, run: ({ database }) => prepareTotals(database) },
  { name: 'prepare-word-counts', every: 10, run: ({ database }) => prepareWordCounts(database) },
  recovery,
  { name: 'finish-renames', every: 30, run: finishRenames },
  { name: 'remove-records', every: 60, run: sweepDeletable },
  { name: 'end-public-links', every: 60, run: endPublicLinks },
  { name: 'empty-trash', every: 600, run: emptyTrash },
  { name: 'remove-files', every: 60, run: removeRemembered },
  { name: 'expire-uploads', every: 3600, run: services => expireUploads(services) },
  { name: 'collect-orphans', every: 3600, run: services => collectOrphans(services) },
  folders,
  { name: 'remove-segments', every: 3600, run: removeOldSegments },
  { name: 'end-sessions', every: 3600, run: endExpiredSessions },
  { name: 'delete-keys', every: 3600, run: ({ database }) => deleteExpiredKeys(database) },
  { name: 'delete-limits', every: 3600, run: ({ database }) => deleteExpiredLimits(database) },
  { name: 'delete-answers', every: 3600, run: ({ database }) => deleteExpiredAnswers(database) },
  { name: 'record-usage', every: 3600, run: recordUsage },
  { name: 'forget-playbacks', every: 3600, run: forgetPlaybacks },
  { name: 'delete-expired', every: 3600, run: deleteExpired },
]

/**
 * Claims the task for this server, unless another has begun it within its interval, by the database's clock. A start time in
 * the future means that the clock was set back.
 */
const claim = async ({ database }: Services, { name, every }: Task) => {
  const [claimed] =
    await database.query(sql`insert into task_runs as t (name, began_at) values (${name}, now())
    on conflict (name) do update set began_at = excluded.began_at
    where t.began_at <= now() - make_interval(secs => ${every * 0.9}) or t.began_at > now() returning name`)
  return claimed !== undefined
}

/** Seconds from which a task is long work: where many servers start, each of them must not begin it. */
const LONG = 3600

/** Runs tasks at startup and at their intervals; with PostgreSQL, each on one of the servers at a time. */
const schedule = (services: Services, some: readonly Task[]) => {
  const { background, config } = services
  for (const task of some) {
    let isFirst = true
    background.every(task.every, async () => {
      const isShared = config.DATABASE_URL !== undefined && !task.everywhere
      const isTurn = !isShared || (await claim(services, task))
      const isDue = isTurn || (isFirst && task.every < LONG)
      isFirst = false
      if (isDue) await task.run(services)
    })
  }
}

/** Starts the tasks of a server. */
export const startScheduledTasks = (services: Services) => schedule(services, tasks)

/** Starts the tasks of a standalone worker. */
export const startWorkerTasks = (services: Services) => schedule(services, [clock, recovery, folders])
