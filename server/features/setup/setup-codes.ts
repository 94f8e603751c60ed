import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { hashToken, newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'

/** Crockford's alphabet: no letter that is read as a digit. Sixteen of them are 80 bits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

/** Hours for which a printed code is valid; a start prints another one. */
export const SETUP_HOURS = 24

const PURPOSE = 'setup'

/** A code as it was typed: any case, with or without dashes and spaces, with the letters that look like digits. */
const normalCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

const identifierOf = (code: string) => `${PURPOSE}:${hashToken(normalCode(code))}`

/**
 * Creates a code with which the first root account can be created. The database stores its hash. Each server has a code of
 * its own; all are deleted with the first use of one.
 */
export const issueSetupCode = async (database: Database): Promise<string> => {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  await database.run(
    sql`delete from auth_verification where identifier like ${`${PURPOSE}:%`} and "expiresAt" < now()`,
  )
  await database.run(sql`insert into auth_verification (id, identifier, value, "expiresAt")
    values (${newUid()}, ${identifierOf(letters)}, '', now() + make_interval(hours => ${SETUP_HOURS}))`)
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

export const isSetupCode = async (database: Database, code: string) =>
  (
    await database.query(
      sql`select 1 from auth_verification where identifier = ${identifierOf(code)} and "expiresAt" > now()`,
    )
  ).length > 0

/** Deletes the codes of all servers: the platform is set up. */
export const deleteSetupCodes = (tx: Database) =>
  tx.run(sql`delete from auth_verification where identifier like ${`${PURPOSE}:%`}`)
