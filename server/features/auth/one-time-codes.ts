import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { hashToken, newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'

/** Seconds for which a code is good: the page that it is handed to uses it at once. */
const VALID = 60

const purposeOf = (code: string) => `oidc:${hashToken(code)}`

/** Keeps a value for whoever has the code; @returns the code, of which the database keeps a hash */
export const storeForCode = async (database: Database, value: object): Promise<string> => {
  const code = randomBytes(32).toString('base64url')
  await database.run(
    sql`delete from auth_verification where identifier like 'oidc:%' and "expiresAt" < now()`,
  )
  await database.run(sql`insert into auth_verification (id, identifier, value, "expiresAt")
    values (${newUid()}, ${purposeOf(code)}, ${JSON.stringify(value)}, ${new Date(Date.now() + VALID * 1000)})`)
  return code
}

/** What was kept for the code, once. */
export const redeemCode = async (database: Database, code: string): Promise<unknown> => {
  const [row] = await database.query<{ value: string }>(sql`delete from auth_verification
    where identifier = ${purposeOf(code)} and "expiresAt" > now() returning value`)
  return row && JSON.parse(row.value)
}
