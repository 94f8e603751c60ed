import { sql } from 'drizzle-orm'
import { invalidFields } from '~/model/errors'
import { attemptsOf } from '~/server/platform/http/rate-limits'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'
import { credentialVersionOf } from './credential-version'
import { checkPassword } from './passwords'

/**
 * Asks a signed-in user for their password again. Wrong passwords count as at sign-in.
 * @param field the form field that shows the error
 * @returns the version of the credentials that were checked, for `requireCredentialVersion` in the transaction
 * @throws ApiError 422 on the field, 429
 */
export const confirmPassword = async (
  { database, rateLimits }: Services,
  user: string,
  password: string,
  address: string,
  field = 'password',
) => {
  const version = await credentialVersionOf(database, user)
  const [row] = await database.query<RowOf<'users', 'email'>>(
    sql`select lower(email) as email from users where uid = ${user}`,
  )
  const email = row?.email ?? ''
  await rateLimits.count(attemptsOf(email, address), 'Too many wrong passwords')
  if (!(await checkPassword(database, user, password))) throw invalidFields({ [field]: 'wrong_old_password' })
  await rateLimits.succeed(email, address)
  return version
}
