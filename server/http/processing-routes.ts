import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { staff } from '~/model/grants'
import { readiness } from '../jobs/readiness'
import { readSpeeds } from '../jobs/speeds'
import type { Services } from '../services'

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
    async () => ({ ...(await readiness(services)), speeds: await readSpeeds(services.database) }),
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
