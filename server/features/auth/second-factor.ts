import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Encryption } from '~/server/platform/crypto/secret-keys'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'

const ISSUER = 'vecto admin'
/** Period of a code in seconds. */
const PERIOD = 30
/** Codes of the previous and next period are accepted, because clocks differ. */
const WINDOW = 1
const CODES = 10

type With = { readonly database: Database; readonly encryption: Encryption }

const purposeOf = (user: string) => `second-factor ${user}`

const totpOf = (secret: Secret, email = '') =>
  new TOTP({ issuer: ISSUER, label: email, secret, period: PERIOD, digits: 6, algorithm: 'SHA1' })

/**
 * Creates a secret for an authenticator app, replacing one that was never confirmed.
 * @returns the secret in base32, and the URI for a QR code
 */
export const newSecret = async ({ database, encryption }: With, user: { uid: string; email: string }) => {
  const secret = new Secret({ size: 20 })
  const sealed = encryption.seal(purposeOf(user.uid), secret.base32)
  await database.run(sql`insert into second_factors (user_id, secret) values (${user.uid}, ${sealed})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0`)
  return { secret: secret.base32, uri: totpOf(secret, user.email).toString() }
}

/**
 * The period that a code of the app is of, counted from 1970; undefined where it is of none near this time.
 * @param at the time by which periods are counted, in milliseconds
 */
export const stepOf = (base32: string, code: string, at: number): number | undefined => {
  const delta = totpOf(Secret.fromBase32(base32)).validate({ token: code, window: WINDOW, timestamp: at })
  return delta === null ? undefined : Math.floor(at / 1000 / PERIOD) + delta
}

/** Verifies a code of the app. A code is valid once, even within its period. */
const verifyTotp = async ({ database, encryption }: With, user: string, code: string) => {
  const [row] = await database.query<TableRow<'second_factors', 'secret'>>(
    sql`select secret from second_factors where user_id = ${user}`,
  )
  const secret = row && encryption.open(purposeOf(user), row.secret)
  if (secret === undefined) return false
  const step = stepOf(secret, code, databaseTime().getTime())
  if (step === undefined) return false
  const taken = await database.run(
    sql`update second_factors set last_step = ${step} where user_id = ${user} and last_step < ${step}`,
  )
  return taken === 1
}

const redeemRecoveryCode = async ({ database, encryption }: With, user: string, code: string) => {
  const hashes = encryption.hashes(purposeOf(user), code)
  const taken = await database.run(
    sql`delete from recovery_codes where user_id = ${user} and hash = any(${sql.param(hashes)})`,
  )
  return taken === 1
}

/** A code as it is compared: without spaces, dashes and capitals. */
export const plainCode = (said: string) => said.toLowerCase().replace(/[^a-z0-9]/g, '')

const isOfApp = (code: string) => /^\d{6}$/.test(code)

/** Verifies a code of the app or a recovery code. */
export const verifyCode = (services: With, user: string, said: string) => {
  const code = plainCode(said)
  return isOfApp(code) ? verifyTotp(services, user, code) : redeemRecoveryCode(services, user, code)
}

/** Ten characters of 32, in two groups: 50 bits. The key of their hash is not in the database. */
export const newCode = () => {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const code = Array.from(randomBytes(10), byte => letters[byte % letters.length]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** Replaces the recovery codes. @returns the new codes, of which the database stores hashes */
export const newRecoveryCodes = async ({ database, encryption }: With, user: string): Promise<string[]> => {
  const codes = Array.from({ length: CODES }, newCode)
  const rows = codes.map(code => sql`(${user}, ${encryption.hash(purposeOf(user), code.replace('-', ''))})`)
  await database.run(sql`delete from recovery_codes where user_id = ${user}`)
  await database.run(sql`insert into recovery_codes (user_id, hash) values ${sql.join(rows, sql`, `)}`)
  return codes
}

type Factor = TableRow<'second_factors', never, { on: 'on_since' }> & { left: string; password: boolean }

/** When the factor was enabled, how many recovery codes are left, and whether the user has a password. */
export const factorOf = async (database: Database, user: string) => {
  const [row] = await database.query<Factor>(sql`select f.on_since as on,
      (select count(*) from recovery_codes r where r.user_id = ${user}) as left,
      exists (select 1 from auth_account a where a."userId" = ${user} and a.password is not null) as password
    from (select 1) one left join second_factors f on f.user_id = ${user}`)
  return { since: row?.on ?? null, left: Number(row?.left ?? 0), password: row?.password === true }
}

/** Whether sign-in requires a code. A password reset link proves access to the mailbox, not the second factor. */
export const requiresCode = async (database: Database, user: string) =>
  (await database.query(sql`select 1 from users where uid = ${user} and second_factor`)).length > 0

export const enableSecondFactor = (tx: Database, user: string) =>
  tx.run(sql`update second_factors set on_since = now() where user_id = ${user}`)

export const disableSecondFactor = (tx: Database, user: string) =>
  tx.run(sql`delete from second_factors where user_id = ${user}`)
