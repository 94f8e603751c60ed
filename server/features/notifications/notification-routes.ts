import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notifications } from '~/model/resources/notifications'
import type { Database } from '~/server/platform/database/database'
import { isFilled } from '~/server/platform/database/migrations'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Notification, PushTokens } from '~/server/platform/realtime/push'
import type { Context, Services } from '~/server/records/context'
import type { RowOf } from '~/server/records/tables'
import { inTransaction } from '~/server/records/transaction'

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

/** The push subscriptions, stored in the records of users. */
export const createPushTokens = (database: Database): PushTokens => ({
  find: async user => {
    const [row] = await database.query<RowOf<'users', 'message_token'>>(
      sql`select message_token from users where uid = ${user} and status = 'active'`,
    )
    return row?.message_token ?? undefined
  },
  forget: async token => {
    await database.run(sql`update users set message_token = null where message_token = ${token}`)
  },
})

/** Notifications that the user has seen: later ones stay unread. */
const seenBy = (seen: string | undefined): SQL =>
  seen === undefined ? sql`true` : sql`created_at <= ${new Date(seen)}`

/** Marks the actor's own. @returns how many were unread */
const markRead = async (context: Context, seen: string | undefined) => {
  const { services, tx, actor, afterCommit, now } = context
  const read = await tx.query<
    RowOf<'notifications', 'uid'>
  >(sql`update notifications set read = true, updated_at = ${now}
    where user_uid = ${actor.uid} and not read and ${seenBy(seen)} returning uid`)
  const [first] = read
  if (first) {
    // One change event for all: a client that shows any of them shows the list.
    const row = { uid: first.uid, user: { ref: `users/${actor.uid}` } }
    await services.changes.publish(tx, changeOf(notifications, row, 'update'), afterCommit)
  }
  return read.length
}

/** `POST me/notifications/read`: marks all notifications of the caller as read. */
export const addNotificationRoutes = (app: App, services: Services) => {
  const schema = describe('Marks all notifications of the caller as read', {
    body: z.object({
      seen: z.iso
        .datetime({ offset: true })
        .max(40)
        .optional()
        .meta({ description: 'Only those that came until then', example: '2027-01-31T12:00:00Z' }),
    }),
    response: { 200: z.object({ read: z.int() }) },
  })
  app.post('/me/notifications/read', { config: { access: 'session' }, schema }, async request =>
    inTransaction(services, request, async context => ({
      read: await markRead(context, request.body.seen),
    })),
  )
}
