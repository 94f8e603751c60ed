import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { ApiError } from '~/model/errors'
import { hashText, matchesHash } from '~/server/platform/crypto/password-hash'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'

/** Concurrent hashes. Each takes 64 MB and a thread for 100 ms, and file access needs threads too. */
const AT_ONCE = 2
/** Maximum number of queued hashes: about five seconds of work. */
const MOST_WAITING = 100

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

// A dummy hash, checked if there is no such user, so that both errors take the same time.
let nobody: Promise<string> | undefined

/** Checks a user's password. Takes equally long for an unknown user. */
export const checkPassword = async (database: Database, user: string | undefined, password: string) => {
  const [account] = user
    ? await database.query<TableRow<'auth_account', 'password'>>(
        sql`select password from auth_account where "userId" = ${user} and "providerId" = 'credential'`,
      )
    : []
  nobody ??= hashText('nobody knows this one')
  const kept = account?.password ?? (await nobody)
  const matches = await inTurn(() => matchesHash(password, kept))
  return matches && account?.password != null
}

/** Deletes the credentials of a deleted user and frees the address. */
export const removeAccount = (tx: Database, user: string) =>
  tx.run(sql`delete from auth_user where id = ${user}`)
