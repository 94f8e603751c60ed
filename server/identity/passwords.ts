import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { newUid } from './tokens'

/** The row that a user's ways to sign in hang on. */
export const ensureAccount = (tx: Database, user: { uid: string; email: string; name: string }) =>
  tx.run(sql`insert into auth_user (id, name, email) values (${user.uid}, ${user.name}, ${user.email})
    on conflict (id) do update set email = excluded.email, name = excluded.name, "updatedAt" = now()`)

/** Sets a user's password, making the account where there is none. Hashed with scrypt. */
export const setPassword = async (
  tx: Database,
  user: { uid: string; email: string; name: string },
  password: string,
) => {
  const hash = await hashPassword(password)
  await ensureAccount(tx, user)
  const changed = await tx.run(sql`update auth_account set password = ${hash}, "updatedAt" = now()
    where "userId" = ${user.uid} and "providerId" = 'credential'`)
  if (changed === 0)
    await tx.run(sql`insert into auth_account (id, "userId", "accountId", "providerId", password)
      values (${newUid()}, ${user.uid}, ${user.uid}, 'credential', ${hash})`)
}

// Checked when there is no such user, so that both refusals take the same time.
let nobody: Promise<string> | undefined

/** Is this the user's password? Takes as long for a user who does not exist. */
export const checkPassword = async (database: Database, user: string | undefined, password: string) => {
  const [account] = user
    ? await database.query<{ password: string | null }>(
        sql`select password from auth_account where "userId" = ${user} and "providerId" = 'credential'`,
      )
    : []
  nobody ??= hashPassword('nobody knows this one')
  const matches = await verifyPassword({ hash: account?.password ?? (await nobody), password })
  return matches && account?.password != null
}

/** Takes the way in from a deleted user and frees the address. */
export const removeAccount = (tx: Database, user: string) =>
  tx.run(sql`delete from auth_user where id = ${user}`)
