import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import type { Context } from '~/server/records/hooks'
import type { RowOf } from '~/server/records/tables/row-of'

type Now = RowOf<'users', 'role' | 'status', { company: 'company_uid' }>

/**
 * Reads the actor again in the transaction, because permissions were checked before it began.
 * @throws ApiError 401 if their role, company or status has changed since
 */
export const requireSameActor = async ({ tx, actor }: Pick<Context, 'tx' | 'actor'>) => {
  const [now] = await tx.query<Now>(
    sql`select role, status, company_uid as company from users where uid = ${actor.uid}`,
  )
  if (now?.status !== 'active' || now.role !== actor.role || now.company !== actor.company)
    throw new ApiError('session_expired', 'The rights of this user have changed')
}

/**
 * Serializes changes of rights with a lock and reads the actor again once it is held. Two users who revoke
 * each other's rights at the same moment cannot both succeed.
 */
export const lockRights = async (context: Pick<Context, 'tx' | 'actor'>) => {
  await context.tx.query(sql`select pg_advisory_xact_lock(hashtext('rights'))`)
  // The server itself and users of one-time links act without a role.
  if (context.actor.uid !== '') await requireSameActor(context)
}
