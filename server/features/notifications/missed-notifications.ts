import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { isFilled } from '~/server/platform/database/is-filled'
import type { Notification } from '~/server/platform/realtime/notifications'
import type { RowOf } from '~/server/records/tables/row-of'

/** Maximum number of notifications replayed after an absence. */
const MOST = 20
/** Milliseconds by which a change may be committed later than its timestamp. */
const OVERLAP = 10_000

type Row = RowOf<'notifications', 'uid' | 'title' | 'path', { createdAt: 'created_at' }>

type Reader = { readonly user: string; readonly session: string }

/**
 * The unread notifications of a user since a time, oldest first; includes those from shortly before, and not those that the
 * reading session caused.
 */
export const notificationsSince = async (
  database: Database,
  { user, session }: Reader,
  since: Date,
): Promise<Notification[]> => {
  const rows =
    await database.query<Row>(sql`select uid, title, path, created_at as "createdAt" from notifications
    where user_uid = ${user} and not read and caused_by is distinct from ${session} and created_at > ${new Date(since.getTime() - OVERLAP)}
    order by created_at desc limit ${MOST}`)
  return rows
    .filter(row => isFilled(row, 'title', 'path'))
    .reverse()
    .map(({ uid, title, path, createdAt }) => ({ user, id: uid, title, path, at: createdAt.toISOString() }))
}
