import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import type { Database } from '~/server/platform/database/database'
import type { RowOf } from '~/server/records/tables/row-of'

/** No user has it: versions count from 0. */
const NO_VERSION = '-1'

/**
 * The version of what a user signs in with: password, address, second factor, passkeys. Passwords and signatures are checked
 * before the transaction that relies on them, since hashing takes long: the version is read before the check and compared, under
 * a lock on the user, in the transaction.
 */
export const credentialVersionOf = async (database: Database, user: string): Promise<string> => {
  const [row] = await database.query<RowOf<'users', never, { version: 'credential_version' }>>(
    sql`select credential_version as version from users where uid = ${user}`,
  )
  return row?.version ?? NO_VERSION
}

/** Raises the version, and locks the user until the transaction ends. Call it before sessions are ended. */
export const raiseCredentialVersion = (tx: Database, user: string) =>
  tx.run(sql`update users set credential_version = credential_version + 1 where uid = ${user}`)

/**
 * Locks the user and compares the version.
 * @throws ApiError session_expired if a credential has changed since the version was read
 */
export const requireCredentialVersion = async (tx: Database, user: string, version: unknown) => {
  const [row] = await tx.query<RowOf<'users', never, { version: 'credential_version' }>>(
    sql`select credential_version as version from users where uid = ${user} and status = 'active' for no key update`,
  )
  if (!row || row.version !== version)
    throw new ApiError('session_expired', 'The credentials of this user have changed')
}
