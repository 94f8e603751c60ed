import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { staff } from '~/model/grants'
import { readSpeeds } from '../jobs/speeds'
import type { Services } from '../services'

type Present = { missing: string[]; places: number }

const present = ({ database, config }: Services) =>
  database.query<Present>(sql`select missing, places from workers
    where beat_at > now() - make_interval(secs => ${config.WORKER_LOST_SECONDS})`)

const waiting = async ({ database }: Services) => {
  const [row] = await database.query<{ waiting: string; running: string }>(
    sql`select count(*) filter (where token is null) as waiting, count(*) filter (where token is not null) as running from making`,
  )
  return { waiting: Number(row?.waiting ?? 0), running: Number(row?.running ?? 0) }
}

/** What keeps jobs waiting: no worker at all, or workers that all lack something. */
const lacking = (workers: readonly Present[]) => {
  if (workers.length === 0) return ['worker']
  return workers.some(({ missing }) => missing.length === 0)
    ? []
    : [...new Set(workers.flatMap(each => each.missing))]
}

type Line = {
  subject: string
  kind: string
  label: string
  worker: string | null
  attempts: number
  created_at: Date
  started_at: Date | null
  progress: unknown
}

const linesOf = ({ database }: Services) =>
  database.query<Line>(sql`select subject, kind, label, worker, attempts, created_at, started_at, progress from making
    order by token is null, created_at, subject limit 200`)

/**
 * `GET processing`: is there somebody to make videos, how much waits before a new one, and how long a million pixels
 * takes, in seconds by mode. `GET utils/jobs`: what is being made, for root.
 */
export const addProcessingRoutes = (app: FastifyInstance, services: Services) => {
  app.get(
    '/processing',
    { config: { access: { resource: 'processing', operation: 'read', grant: staff } } },
    async () => {
      const missing = lacking(await present(services))
      const speeds = await readSpeeds(services.database)
      return { ready: missing.length === 0, missing, ...(await waiting(services)), speeds }
    },
  )
  app.get(
    '/utils/jobs',
    { config: { access: { resource: 'utils', operation: 'jobs', grant: { root: 'all' } } } },
    async () => {
      const results = (await linesOf(services)).map(({ created_at, started_at, ...line }) => ({
        ...line,
        createdAt: created_at.toISOString(),
        startedAt: started_at?.toISOString() ?? null,
      }))
      return { results, meta: { count: results.length } }
    },
  )
}
