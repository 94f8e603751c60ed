import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Found, principalOf } from '~/server/features/sessions/sessions'
import { hashToken, recordTokens } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import { READ_ONLY, sqlState } from '~/server/platform/database/errors'
import { isFilled } from '~/server/platform/database/migrations'
import { type Principal, type Sessions, TOKEN } from '~/server/records/context'
import type { RowOf } from '~/server/records/tables'

const tokens = recordTokens('vecto_')
/** Minimum interval between updates of a token's last use. */
const TOUCH = 60_000

/** The text that its holder sends: the record's uid, by which it is found, and the secret. */
export const apiToken = tokens.write

type Row = Found & RowOf<'tokens', 'name' | 'access', { hash: 'secret_hash' }>

const matches = (hash: string, secret: string) => {
  const [a, b] = [Buffer.from(hash), Buffer.from(hashToken(secret))]
  return a.length === b.length && timingSafeEqual(a, b)
}

const rowOf = async (database: Database, uid: string) => {
  const [row] = await database.prepared<Row>(sql`
    select ${TOKEN} || t.uid as id, coalesce(t.used_at, 'epoch') as used, t.name, t.access, t.secret_hash as hash,
      u.uid, u.role, u.lang, u.company_uid, c.is_partner and c.can_create_companies as licensed
    from tokens t join users u on u.uid = t.user_uid left join companies c on c.uid = u.company_uid
    where t.uid = ${uid} and t.expires_at > now() and u.status = 'active'`)
  return row && isFilled(row, 'name', 'access', 'hash') ? row : undefined
}

/** Remembers the use; a standby that has not been promoted cannot. */
const touch = (database: Database, uid: string) =>
  database.run(sql`update tokens set used_at = now() where uid = ${uid}`).catch(error => {
    if (sqlState(error) !== READ_ONLY) throw error
  })

const lookUp = async (database: Database, uid: string, secret: string): Promise<Principal | undefined> => {
  const row = await rowOf(database, uid)
  if (!row || !matches(row.hash, secret)) return undefined
  if (databaseTime().getTime() - row.used.getTime() > TOUCH) await touch(database, uid)
  const principal = await principalOf(database, row)
  if (!principal) return undefined
  const actor = { ...principal.actor, program: true as const }
  return { ...principal, actor, token: { name: row.name, access: row.access } }
}

/**
 * Sessions that accept API tokens too. A user's tokens end with all their sessions: when the role, company or status
 * changes, or the password is reset; not when they change their own password.
 */
export const withApiTokens = (sessions: Sessions, database: Database): Sessions => ({
  ...sessions,
  find: async token => {
    const named = tokens.read(token)
    return named ? lookUp(database, named.uid, named.secret) : sessions.find(token)
  },
  endAll: async (tx, user, except) => {
    const ended = await sessions.endAll(tx, user, except)
    // After the sessions: one that is creating a token has committed it by now, or cannot any more.
    if (!except) await tx.run(sql`delete from tokens where user_uid = ${user}`)
    return ended
  },
})
