import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { staff } from '~/model/grants'
import type { TableRow } from '~/server/platform/database/tables'
import { type App, describe, listOf } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/context'
import type { RowOf } from '~/server/records/tables'
import { readSpeeds } from './job-run'
import { readiness } from './readiness'

type Line = RowOf<'vectos', never, { parent: 'video_uid' }> &
  TableRow<
    'making',
    'subject' | 'kind' | 'label' | 'worker' | 'attempts' | 'created_at' | 'started_at' | 'progress'
  >

const linesOf = ({ database }: Services) =>
  database.query<Line>(sql`select m.subject, v.video_uid as parent, m.kind, m.label, m.worker, m.attempts, m.created_at,
      m.started_at, m.progress
    from making m left join vectos v on m.subject = 'vectos/' || v.uid
    order by m.token is null, m.created_at, m.subject limit 200`)

/** A job as listed for root; `id` as the panel addresses the record. */
const shown = ({ subject, parent, created_at, started_at, ...line }: Line) => {
  const [resource = '', uid = ''] = subject.split('/')
  return {
    ...line,
    resource,
    id: parent === null ? uid : `${parent}/${uid}`,
    createdAt: created_at.toISOString(),
    startedAt: started_at?.toISOString() ?? null,
  }
}

const processingState = z.object({
  ready: z.boolean(),
  missing: z.array(z.string()),
  waiting: z.int(),
  running: z.int(),
  speeds: z.record(z.string(), z.number()),
})

const job = z.object({
  resource: z.string(),
  id: z.string().meta({ description: 'As the panel addresses the record' }),
  kind: z.string(),
  label: z.string(),
  worker: z.string().nullable(),
  attempts: z.int(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  progress: z.unknown(),
})

/**
 * `GET processing`: whether a worker is ready, how many jobs wait before a new one, and the seconds per
 * million pixels by mode. `GET utils/jobs`: the current jobs, for root.
 */
export const addProcessingRoutes = (app: App, services: Services) => {
  app.get(
    '/processing',
    {
      config: { access: { resource: 'processing', operation: 'read', grant: staff } },
      schema: describe('Availability of workers, number of jobs, and seconds per million pixels by mode', {
        response: { 200: processingState },
      }),
    },
    async () => ({ ...(await readiness(services)), speeds: await readSpeeds(services.database) }),
  )
  app.get(
    '/utils/jobs',
    {
      config: { access: { resource: 'utils', operation: 'jobs', grant: { root: 'all' } } },
      schema: describe('Running and queued jobs', { response: { 200: listOf(job) } }),
    },
    async () => {
      const results = (await linesOf(services)).map(shown)
      return { results, meta: { count: results.length } }
    },
  )
}
