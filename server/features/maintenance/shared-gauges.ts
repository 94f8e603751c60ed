import { sql } from 'drizzle-orm'
import type { Services } from '~/server/records/services'

type Counted = { readonly kind: string; readonly n: string }

const byKind = (rows: readonly Counted[]) => Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]))

/** Measures what all servers share in the database: jobs and e-mails that wait. */
export const addSharedGauges = ({ metrics, database }: Services) => {
  metrics.gauge({
    name: 'vecto_jobs_waiting',
    help: 'Jobs that no worker has claimed',
    label: 'job',
    read: async () =>
      byKind(
        await database.query<Counted>(
          sql`select kind, count(*) as n from making where token is null group by kind`,
        ),
      ),
  })
  metrics.gauge({
    name: 'vecto_jobs_running',
    help: 'Jobs that a worker has claimed',
    label: 'job',
    read: async () =>
      byKind(
        await database.query<Counted>(
          sql`select kind, count(*) as n from making where token is not null group by kind`,
        ),
      ),
  })
  metrics.gauge({
    name: 'vecto_job_oldest_waiting_seconds',
    help: 'How long the job that has waited longest has waited',
    read: async () => {
      const [found] = await database.query<{ seconds: string | null }>(
        sql`select extract(epoch from now() - min(created_at)) as seconds from making where token is null`,
      )
      return Number(found?.seconds ?? 0)
    },
  })
  metrics.gauge({
    name: 'vecto_mails',
    help: 'E-mails that wait, are being sent, have failed, or are kept without a mail server',
    label: 'status',
    read: async () =>
      byKind(
        await database.query<Counted>(sql`select status as kind, count(*) as n from mails
          where status in ('waiting', 'sending', 'failed', 'kept') group by status`),
      ),
  })
  metrics.gauge({
    name: 'vecto_workers',
    help: 'Workers that gave a sign of life within a minute',
    read: async () => {
      const [found] = await database.query<{ n: string }>(
        sql`select count(*) as n from workers where beat_at > now() - interval '1 minute'`,
      )
      return Number(found?.n ?? 0)
    },
  })
}
