import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { hashToken, newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'

/** Validity of a code in seconds; the page that receives it redeems it at once. */
const VALID = 60

const purposeOf = (code: string) => `oidc:${hashToken(code)}`

/** Stores a value under a one-time code. @returns the code, of which the database stores a hash */
export const storeForCode = async (database: Database, value: object): Promise<string> => {
  const code = randomBytes(32).toString('base64url')
  await database.run(
    sql`delete from auth_verification where identifier like 'oidc:%' and "expiresAt" < now()`,
  )
  await database.run(sql`insert into auth_verification (id, identifier, value, "expiresAt")
    values (${newUid()}, ${purposeOf(code)}, ${JSON.stringify(value)}, ${new Date(Date.now() + VALID * 1000)})`)
  return code
}

/** Redeems a code once. @returns the stored value; undefined if the code is unknown or expired */
export const redeemCode = async (database: Database, code: string): Promise<unknown> => {
  const [row] = await database.query<{ value: string }>(sql`delete from auth_verification
    where identifier = ${purposeOf(code)} and "expiresAt" > now() returning value`)
  return row && JSON.parse(row.value)
}
