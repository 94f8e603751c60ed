import { sql } from 'drizzle-orm'
import type { Actor } from '~/model/grants'
import { type Found, principalOf } from '~/server/features/sessions/sessions'
import type { Database } from '~/server/platform/database/database'

/** A user for whom the server does what they asked for before; undefined once they are suspended, deleted or without a role. */
export const actingUser = async (tx: Database, uid: string): Promise<Actor | undefined> => {
  const [row] =
    await tx.query<Found>(sql`select '' as id, now() as used, u.uid, u.role, u.lang, u.company_uid,
    c.is_partner and c.can_create_companies as licensed
    from users u left join companies c on c.uid = u.company_uid where u.uid = ${uid} and u.status = 'active'`)
  return row && (await principalOf(tx, row))?.actor
}
