import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { hashToken, newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'

/** Validity in seconds by the purpose of a code. */
const validity = {
  /** The page that receives it redeems it immediately. */
  oidc: 60,
  /** The challenge that a passkey signs: its owner may have to fetch a phone. */
  'passkey-new': 300,
  'passkey-use': 300,
} as const
type Purpose = keyof typeof validity

const identifierOf = (purpose: Purpose, code: string) => `${purpose}:${hashToken(code)}`

/** Stores a value under a one-time code. @returns the code (256 bits in base64url); the database stores a hash */
export const storeForCode = async (database: Database, purpose: Purpose, value: object): Promise<string> => {
  const code = randomBytes(32).toString('base64url')
  await database.run(
    sql`delete from auth_verification where identifier like ${`${purpose}:%`} and "expiresAt" < now()`,
  )
  await database.run(sql`insert into auth_verification (id, identifier, value, "expiresAt")
    values (${newUid()}, ${identifierOf(purpose, code)}, ${JSON.stringify(value)},
      now() + make_interval(secs => ${validity[purpose]}))`)
  return code
}

/** Redeems a code once. @returns the stored value; undefined if the code is unknown or expired */
export const redeemCode = async (database: Database, purpose: Purpose, code: string): Promise<unknown> => {
  const [row] = await database.query<TableRow<'auth_verification', 'value'>>(sql`delete from auth_verification
    where identifier = ${identifierOf(purpose, code)} and "expiresAt" > now() returning value`)
  return row && JSON.parse(row.value)
}

/** Validity of a purpose's codes in milliseconds, as a deadline for clients. */
export const validFor = (purpose: Purpose) => validity[purpose] * 1000
