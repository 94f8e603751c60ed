import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notifications } from '~/model/resources/notifications'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Context } from '~/server/records/hooks'
import { inTransaction } from '~/server/records/routes/in-transaction'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'

/** Those that the user has seen: one that came since stays unread. */
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
    // One change for all: whoever shows any of them shows the list.
    const row = { uid: first.uid, user: { ref: `users/${actor.uid}` } }
    await services.changes.publish(tx, changeOf(notifications, row, 'update'), afterCommit)
  }
  return read.length
}

/** Marks all notifications of the caller as read at once. */
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
