import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'

/** Numbers of sessions, tokens, unused links of e-mails and public links that a restore has ended. */
export type EndedAccess = {
  readonly sessions: number
  readonly tokens: number
  readonly links: number
  readonly publicLinks: number
}

/** A backup of an earlier version may lack the table. */
const runWhereTable = async (database: Database, table: string, statement: SQL) => {
  const [found] = await database.query<{ table: string | null }>(
    sql`select to_regclass(${`public.${table}`})::text as table`,
  )
  return found?.table ? database.run(statement) : 0
}

/**
 * Ends sessions, API tokens, one-time and public links: they may have been ended since the backup was made, by a sign-out, the
 * revocation of a token or the use of a link. Views as another user end with the session that opened them.
 */
export const endRestoredAccess = (database: Database): Promise<EndedAccess> =>
  database.transaction(async tx => {
    const sessions = await runWhereTable(tx, 'auth_session', sql`delete from auth_session`)
    await runWhereTable(
      tx,
      'sessions',
      sql`update sessions set ended_at = updated_at, duration = extract(epoch from updated_at - created_at)
        where ended_at is null`,
    )
    const tokens = await runWhereTable(tx, 'tokens', sql`delete from tokens`)
    await runWhereTable(tx, 'viewings', sql`update viewings set ended_at = now() where ended_at is null`)
    const publicLinks = await runWhereTable(
      tx,
      'public_links',
      sql`update public_links set status = 'revoked', updated_at = now() where status = 'active'`,
    )
    const links = await runWhereTable(tx, 'auth_verification', sql`delete from auth_verification`)
    // The answer to a request may hold a secret that it created.
    await runWhereTable(tx, 'idempotency_keys', sql`delete from idempotency_keys`)
    return { sessions, tokens, links, publicLinks }
  })
