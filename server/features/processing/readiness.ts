import { sql } from 'drizzle-orm'
import { videoJobs } from '~/model/job-types'
import type { TableRow } from '~/server/platform/database/tables'
import type { Services } from '~/server/records/context'

type Present = TableRow<'workers', 'missing' | 'places'>

const present = ({ database, config }: Services) =>
  database.query<Present>(sql`select missing, places from workers
    where beat_at > now() - make_interval(secs => ${config.WORKER_LOST_SECONDS})`)

const waiting = async ({ database }: Services) => {
  const [row] = await database.query<{ waiting: string; running: string }>(
    sql`select count(*) filter (where token is null and split_part(subject, '/', 3) = '') as waiting, count(*) filter (where token is not null) as running
      from making where kind = any(${sql.param(videoJobs)})`,
  )
  return { waiting: Number(row?.waiting ?? 0), running: Number(row?.running ?? 0) }
}

/** Reasons why no job can run: no worker exists, or all workers lack something. */
export const lacking = (workers: readonly Present[]) => {
  if (workers.length === 0) return ['worker']
  return workers.some(({ missing }) => missing.length === 0)
    ? []
    : [...new Set(workers.flatMap(each => each.missing))]
}

/** Whether a worker is ready, what is missing (`ffmpeg`, `worker`), and how many jobs on videos there are. */
export const readiness = async (services: Services) => {
  const missing = lacking(await present(services))
  return { ready: missing.length === 0, missing, ...(await waiting(services)) }
}
