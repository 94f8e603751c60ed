import { createHash, timingSafeEqual } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import { videoJobs } from '~/model/job-types'
import { type App, contentOf, describe } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/context'

type SharedGauge = {
  readonly name: string
  readonly help: string
  /** Label whose value is the `kind` of a row; without it there is one row. */
  readonly label?: string
  /** Rows with the value as `n`. */
  readonly rows: SQL
}

/** Gauges of state that all servers share in the database: jobs, e-mails, workers and stored files. */
const sharedGauges: readonly SharedGauge[] = [
  {
    name: 'vecto_jobs_waiting',
    help: 'Jobs that no worker has claimed',
    label: 'job',
    rows: sql`select kind, count(*) as n from making where token is null group by kind`,
  },
  {
    name: 'vecto_jobs_running',
    help: 'Jobs that a worker has claimed',
    label: 'job',
    rows: sql`select kind, count(*) as n from making where token is not null group by kind`,
  },
  {
    name: 'vecto_job_oldest_waiting_seconds',
    help: 'How long the job on a video that has waited longest for a worker has waited',
    rows: sql`select extract(epoch from now() - min(created_at)) as n from making
      where token is null and kind = any(${sql.param(videoJobs)})`,
  },
  {
    name: 'vecto_mails',
    help: 'E-mails that wait, are being sent, have failed, or are kept without a mail server',
    label: 'status',
    rows: sql`select status as kind, count(*) as n from mails
      where status in ('waiting', 'sending', 'failed', 'kept') group by status`,
  },
  {
    name: 'vecto_firebase_accounts_waiting',
    help: 'Users whose account or profile in Firebase does not follow the database yet',
    rows: sql`select count(*) as n from firebase_accounts where done < wanted`,
  },
  {
    name: 'vecto_firebase_oldest_waiting_seconds',
    help: 'How long the user who has waited longest for Firebase has waited',
    rows: sql`select extract(epoch from now() - min(requested_at)) as n from firebase_accounts where done < wanted`,
  },
  {
    name: 'vecto_workers',
    help: 'Workers that gave a sign of life within a minute',
    rows: sql`select count(*) as n from workers where beat_at > now() - interval '1 minute'`,
  },
  {
    name: 'vecto_stored_bytes',
    help: 'Bytes of the files of all companies, as summed up once a day',
    rows: sql`select sum(bytes) as n from usage_days where day =
      (select day from usage_days where bytes is not null order by day desc limit 1)`,
  },
]

type Row = { readonly kind: string; readonly n: string | null }

/** Reads the shared gauges when the metrics are scraped. */
export const addSharedGauges = ({
  metrics,
  database,
  files,
}: Pick<Services, 'metrics' | 'database' | 'files'>) => {
  // A bucket has no such limit, and no such metric.
  if (Number.isFinite(files.usableBytes()))
    metrics.gauge({
      name: 'vecto_store_usable_bytes',
      help: 'Bytes that uploads may still take on the disk',
      read: files.usableBytes,
    })
  for (const { rows, ...gauge } of sharedGauges)
    metrics.gauge({
      ...gauge,
      read: async () => {
        const found = await database.query<Row>(rows)
        return gauge.label
          ? Object.fromEntries(found.map(({ kind, n }) => [kind, Number(n)]))
          : Number(found[0]?.n ?? 0)
      },
    })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

export const hasToken = (given: string | undefined, token: string) =>
  timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`))

/** Measures each request, and serves `metrics` to clients with METRICS_TOKEN. */
export const addMetricsRoutes = (app: App, { config, metrics }: Services) => {
  const schema = describe('Metrics in the format of Prometheus; takes METRICS_TOKEN as bearer token', {
    response: { 200: contentOf('text/plain') },
  })
  app.get('/metrics', { config: { access: 'public' }, schema }, async (request, reply) => {
    const { METRICS_TOKEN } = config
    if (!METRICS_TOKEN || !hasToken(request.headers.authorization, METRICS_TOKEN))
      throw new ApiError('not_found', 'There is nothing at this address')
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
}
