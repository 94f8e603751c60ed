import { sql } from 'drizzle-orm'
import type { Actor } from '~/model/grants'
import { type Found, principalOf } from '~/server/features/sessions/sessions'
import type { Database } from '~/server/platform/database/database'

/** A user as the actor of the rules, whatever the state of the account; undefined without a role. */
export const actorOfUser = async (database: Database, uid: string): Promise<Actor | undefined> => {
  const [found] = await database.prepared<Found>(sql`
    select '' as id, now() as used, u.uid, u.role, u.lang, u.company_uid,
      c.is_partner and c.can_create_companies as licensed
    from users u left join companies c on c.uid = u.company_uid where u.uid = ${uid}`)
  return found && (await principalOf(database, found))?.actor
}
