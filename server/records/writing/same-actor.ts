import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import type { Context } from '~/server/records/hooks'
import { isApiToken, isStoredSession, TOKEN } from '~/server/records/principal'
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
 * The row of a session or API token, locked until the transaction ends: who ends it waits for this change, or has ended it.
 * Firebase's tokens have no row.
 */
const lockedRow = (session: string) => {
  if (isStoredSession(session)) return sql`select 1 from auth_session where id = ${session} for key share`
  if (isApiToken(session))
    return sql`select 1 from tokens where uid = ${session.slice(TOKEN.length)} for key share`
  return undefined
}

/**
 * Requires that the session or API token has not ended while the change was made. Runs last in the transaction: whoever ends a
 * session locks the user first and the session then, and a change that held the session while it waited for the user would
 * deadlock with it.
 * @throws ApiError 401
 */
export const requireOpenSession = async ({
  tx,
  session,
  endedSessions,
}: Pick<Context, 'tx' | 'session' | 'endedSessions'>) => {
  const row = lockedRow(session)
  if (!row || endedSessions.has(session)) return
  if ((await tx.query(row)).length === 0)
    throw new ApiError('session_expired', 'The session ended during the change')
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
