import { sql } from 'drizzle-orm'
import { invalidFields } from '~/model/errors'
import type { Services } from '../services'
import { checkGuessing, forgetFailures, recordFailure } from './guessing'
import { checkPassword } from './passwords'

/**
 * Asks somebody who is signed in for their password once more; wrong ones count as at sign-in.
 * @throws ApiError 422 on the field `password`, 429
 */
export const confirmPassword = async (
  { database }: Services,
  user: string,
  password: string,
  address: string,
) => {
  const [row] = await database.query<{ email: string }>(
    sql`select lower(email) as email from users where uid = ${user}`,
  )
  const email = row?.email ?? ''
  await checkGuessing(database, email, address)
  if (await checkPassword(database, user, password)) return forgetFailures(database, email)
  await recordFailure(database, email, address)
  throw invalidFields({ password: 'wrong_old_password' })
}
