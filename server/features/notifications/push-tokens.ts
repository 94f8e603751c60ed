import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import type { PushTokens } from '~/server/platform/realtime/push'
import type { RowOf } from '~/server/records/tables/row-of'

/** The push subscriptions that users keep in their records. */
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
