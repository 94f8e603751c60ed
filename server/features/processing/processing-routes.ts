import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { staff } from '~/model/grants'
import type { TableRow } from '~/server/platform/database/tables'
import { type App, describe, listOf } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/context'
import type { RowOf } from '~/server/records/tables'
import { readSpeeds } from './engine-speeds'
import { readiness } from './readiness'

type Line = RowOf<'vectos', never, { parent: 'video_uid' }> &
  TableRow<'making', 'kind' | 'label' | 'worker' | 'attempts' | 'created_at' | 'started_at' | 'progress'> & {
    readonly resource: string
    readonly uid: string
    readonly part: number | null
    readonly jobs: number
  }

/** Waiting jobs on parts of one record are one line. */
const linesOf = ({ database }: Services) =>
  database.query<Line>(sql`with one as (select *, split_part(subject, '/', 1) as resource, split_part(subject, '/', 2) as uid,
      nullif(split_part(subject, '/', 3), '')::int + 1 as part from making)
    select one.resource, one.uid, v.video_uid as parent, kind, one.label, worker, max(attempts) as attempts,
      min(one.created_at) as created_at, min(started_at) as started_at, (array_agg(one.progress))[1] as progress,
      min(part) as part, count(*)::int as jobs
    from one left join vectos v on one.resource = 'vectos' and one.uid = v.uid
    group by one.resource, one.uid, v.video_uid, kind, one.label, worker, token
    order by token is null, created_at, one.uid, part limit 200`)

/** A job as listed for root; `id` as the panel addresses the record. */
const shown = ({ uid, parent, created_at, started_at, ...line }: Line) => ({
  ...line,
  id: parent === null ? uid : `${parent}/${uid}`,
  createdAt: created_at.toISOString(),
  startedAt: started_at?.toISOString() ?? null,
})

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
  part: z
    .int()
    .nullable()
    .meta({ description: 'The part of the record, from 1 on, if the job makes only that' }),
  jobs: z.int().meta({
    description: 'More than 1 for jobs on parts of a record that wait; `part` is the first of them',
  }),
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
