import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { type Found, principalOf } from './sessions'

/**
 * A user as the rules know them, without a session of theirs; undefined without a role. `active`: whether they may sign in.
 * @param session the id of what stands for a session
 */
export const principalOfUser = async (database: Database, uid: string, session = '') => {
  const [found] = await database.prepared<Found & { active: boolean }>(sql`
    select ${session}::text as id, now() as used, u.uid, u.role, u.lang, u.company_uid, u.status = 'active' as active,
      c.is_partner and c.can_create_companies as licensed
    from users u left join companies c on c.uid = u.company_uid where u.uid = ${uid}`)
  const principal = found && (await principalOf(database, found))
  return principal && { principal, active: found.active }
}
