import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { ApiError } from '~/model/errors'
import { hashText, isOutdatedHash, matchesHash } from '~/server/platform/crypto/password-hash'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'

/** Concurrent hashes. Each takes 34 MB and a thread for about 0.3 s, and file access needs threads too. */
const AT_ONCE = 2
/** Maximum number of queued hashes: about five seconds of work. */
const MOST_WAITING = 32

const limit = pLimit(AT_ONCE)

/** @throws ApiError 503 if the queue is full */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  if (limit.pendingCount >= MOST_WAITING)
    throw new ApiError('unavailable', 'Too many sign-ins at once', { retryAfter: 5 })
  return limit(work)
}

/** Hashes a password with a salt, by scrypt. Too slow to run inside a transaction. */
export const hashPassword = async (password: string): Promise<string> => inTurn(() => hashText(password))

/** Creates or updates the account row to which a user's credentials belong. */
export const ensureAccount = (tx: Database, user: { uid: string; email: string; name: string }) =>
  tx.run(sql`insert into auth_user (id, name, email) values (${user.uid}, ${user.name}, ${user.email})
    on conflict (id) do update set email = excluded.email, name = excluded.name, "updatedAt" = now()`)

/** Sets a user's password and creates the account if it is missing. @param hashed result of `hashPassword` */
export const setPassword = async (
  tx: Database,
  user: { uid: string; email: string; name: string },
  hashed: string,
) => {
  await ensureAccount(tx, user)
  const changed = await tx.run(sql`update auth_account set password = ${hashed}, "updatedAt" = now()
    where "userId" = ${user.uid} and "providerId" = 'credential'`)
  if (changed === 0)
    await tx.run(sql`insert into auth_account (id, "userId", "accountId", "providerId", password)
      values (${newUid()}, ${user.uid}, ${user.uid}, 'credential', ${hashed})`)
}

// Dummy hashes, checked if there is no such user, so that both errors take the same time.
let nobody: Promise<string> | undefined
const formerNobody = `${'0'.repeat(32)}:${'0'.repeat(128)}`

type Stored = { readonly password: string | null; readonly mixed: boolean }

/** The hash of a user's password, and whether hashes of former parameters are left, of whomever. */
const storedOf = async (database: Database, user: string | undefined) => {
  const [row] = await database.query<Stored>(sql`select a.password, exists (
      select 1 from auth_account where password is not null and password not like '$scrypt$%') as mixed
    from (select 1) one left join auth_account a on a."userId" = ${user ?? ''} and a."providerId" = 'credential'`)
  return row ?? { password: null, mixed: false }
}

/** Replaces a hash of former parameters, unless the password has changed since it was checked. */
const renewHash = async (database: Database, user: string, password: string, outdated: string) => {
  const renewed = await hashPassword(password)
  await database.run(sql`update auth_account set password = ${renewed}
    where "userId" = ${user} and "providerId" = 'credential' and password = ${outdated}`)
}

/**
 * Checks a user's password, and renews its hash where its parameters are outdated. Takes equally long for an unknown user:
 * while hashes of former parameters are left, every check makes one hash of each kind.
 */
export const checkPassword = async (database: Database, user: string | undefined, password: string) => {
  const { password: stored, mixed } = await storedOf(database, user)
  nobody ??= hashText('nobody knows this one')
  const kept = stored ?? (await nobody)
  const matches = await inTurn(() => matchesHash(password, kept))
  const isRight = matches && stored !== null
  if (isRight && isOutdatedHash(stored)) await renewHash(database, String(user), password, stored)
  else if (isOutdatedHash(kept)) await hashPassword(password)
  else if (mixed) await inTurn(() => matchesHash(password, formerNobody))
  return isRight
}

/** Whether a password matches a hash that is no user's, such as that of a public link. @throws ApiError 503 if the queue is full */
export const checkHash = (password: string, hash: string) => inTurn(() => matchesHash(password, hash))

/** Deletes the credentials of a deleted user and frees the address. */
export const removeAccount = (tx: Database, user: string) =>
  tx.run(sql`delete from auth_user where id = ${user}`)
