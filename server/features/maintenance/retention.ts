import { type SQL, sql } from 'drizzle-orm'
import type { retentionSettings } from '~/server/platform/config/storage-settings'
import type { Services } from '~/server/records/context'

/** Rows that one statement deletes: its locks are short, and a server that stops loses little work. */
const BATCH = 5000

type Kind = {
  readonly table: string
  readonly setting: keyof typeof retentionSettings
  /** Whether a row was over before this time, as an index finds it. */
  readonly isOver: (before: SQL) => SQL
}

const kinds: readonly Kind[] = [
  {
    table: 'events',
    setting: 'RETENTION_EVENTS_DAYS',
    isOver: before => sql`created_at < ${before}`,
  },
  {
    table: 'sessions',
    setting: 'RETENTION_SESSIONS_DAYS',
    isOver: before => sql`ended_at_sort > '-infinity' and ended_at_sort < ${before}`,
  },
  {
    table: 'viewings',
    setting: 'RETENTION_SESSIONS_DAYS',
    isOver: before => sql`created_at < ${before}`,
  },
  {
    table: 'mails',
    setting: 'RETENTION_MAILS_DAYS',
    // Failed ones, and those in a folder, stay until they are handled.
    isOver: before => sql`status = 'sent' and sent_at_sort > '-infinity' and sent_at_sort < ${before}`,
  },
  {
    table: 'notifications',
    setting: 'RETENTION_NOTIFICATIONS_DAYS',
    isOver: before => sql`created_at < ${before}`,
  },
  {
    table: 'deliveries',
    setting: 'RETENTION_DELIVERIES_DAYS',
    isOver: before => sql`status in ('delivered', 'failed') and created_at < ${before}`,
  },
  {
    table: 'security_events',
    setting: 'RETENTION_SECURITY_EVENTS_DAYS',
    isOver: before => sql`created_at < ${before}`,
  },
  {
    table: 'usage_days',
    setting: 'RETENTION_USAGE_DAYS',
    isOver: before => sql`day < (${before})::date`,
  },
  {
    table: 'playback_days',
    setting: 'RETENTION_USAGE_DAYS',
    isOver: before => sql`day < (${before})::date`,
  },
]

type Needed = Pick<Services, 'database' | 'config'>

const deleteBatch = ({ database }: Needed, { table, isOver }: Kind, days: number) => {
  const before = sql`now() - make_interval(days => ${days})`
  return database.run(sql`delete from ${sql.identifier(table)} where ctid = any(array(
    select ctid from ${sql.identifier(table)} where ${isOver(before)} limit ${BATCH}))`)
}

const deleteKind = async (services: Needed, kind: Kind) => {
  const days = services.config[kind.setting]
  let deleted = 0
  if (days === 0) return deleted
  for (let last = BATCH; last === BATCH; deleted += last) last = await deleteBatch(services, kind, days)
  return deleted
}

/** Deletes rows that are older than their retention period. @returns the number of rows of each table */
export const deleteExpired = async (services: Needed) => {
  const deleted: Record<string, number> = {}
  for (const kind of kinds) deleted[kind.table] = await deleteKind(services, kind)
  return deleted
}
