import { type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { type Actor, isRole } from '~/model/grants'
import { refOf } from '~/model/refs'
import { sessions } from '~/model/resources/sessions'
import { raiseCredentialVersion } from '~/server/features/auth/own-account'
import type { Config } from '~/server/platform/config/config'
import { hashToken, newSessionToken, newUid } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import { READ_ONLY, sqlState } from '~/server/platform/database/errors'
import type { TableRow } from '~/server/platform/database/tables'
import { readUserAgent } from '~/server/platform/http/user-agents'
import type { Principal, Services, Sessions } from '~/server/records/context'
import { insertRow } from '~/server/records/rows'
import type { RowOf } from '~/server/records/tables'

/** Creates the session record that staff see; its uid is that of the token's row. */
const recordSession = async (tx: Database, uid: string, user: string, agent = '') => {
  const [row] = await tx.query<RowOf<'users', never, { company: 'company_uid' }>>(
    sql`select company_uid as company from users where uid = ${user}`,
  )
  const now = databaseTime()
  const { name, platform } = readUserAgent(agent)
  await insertRow(tx, sessions, {
    uid,
    createdAt: now,
    updatedAt: now,
    user: { ref: refOf('users', user) },
    company: row?.company ? { ref: refOf('companies', row.company) } : null,
    'agent.name': name,
    'agent.platform': platform,
  })
}

const HOUR = 3_600_000
/** Minimum interval in milliseconds between updates of a session's last use. */
const TOUCH = 60_000
/** Cache lifetime in milliseconds: the delay of another server's sign-out. This server's applies immediately. */
const CACHE = 500
/** Sessions in the cache. */
const CACHED = 10_000

export type Found = RowOf<'users', 'uid' | 'role' | 'lang' | 'company_uid'> &
  TableRow<'auth_session', 'id', { used: 'updatedAt' }> & { licensed: boolean | null }

const companiesOf = async (database: Database, found: Found) => {
  if (found.role !== 'partner' || !found.company_uid) return { managed: [], open: [] }
  const rows = await database.query<RowOf<'companies', 'uid', { open: 'allow_partner_access' }>>(
    sql`select uid, allow_partner_access as open from companies where partner_uid = ${found.company_uid}`,
  )
  return { managed: rows.map(row => row.uid), open: rows.filter(row => row.open).map(row => row.uid) }
}

/** Undefined for a user without a role. */
export const principalOf = async (database: Database, found: Found): Promise<Principal | undefined> => {
  if (!isRole(found.role)) return undefined
  const { managed, open } = await companiesOf(database, found)
  const licensed = found.role === 'partner' && found.licensed === true
  const actor: Actor = {
    uid: found.uid,
    role: found.role,
    company: found.company_uid,
    managed,
    open,
    licensed,
  }
  return { session: found.id, actor, lang: found.lang ?? 'en' }
}

/** Maximum lifetime and idle time of sessions. */
export type SessionLimits = Pick<Config, 'SESSION_HOURS' | 'SESSION_IDLE_HOURS'>

/** SQL condition on an `auth_session` row with this alias: its token is valid. */
export const liveSession = (row: SQL, { SESSION_HOURS, SESSION_IDLE_HOURS }: SessionLimits) => {
  const now = databaseTime().getTime()
  // The setting may have become shorter since the session began.
  return sql`${row}."expiresAt" > now() and ${row}."createdAt" > ${new Date(now - SESSION_HOURS * HOUR)}
    and ${row}."updatedAt" > ${new Date(now - SESSION_IDLE_HOURS * HOUR)}`
}

/** A standby that has not been promoted yet serves requests that only read. */
const ignoreReadOnly = (error: unknown) => {
  if (sqlState(error) !== READ_ONLY) throw error
}

const lookUp = async (
  database: Database,
  limits: SessionLimits,
  hash: string,
): Promise<Principal | undefined> => {
  const [found] = await database.prepared<Found>(sql`
    select s.id, s."updatedAt" as used, u.uid, u.role, u.lang, u.company_uid, c.is_partner and c.can_create_companies as licensed
    from auth_session s join users u on u.uid = s."userId" left join companies c on c.uid = u.company_uid
    where s.token = ${hash} and ${liveSession(sql`s`, limits)} and u.status = 'active'`)
  if (!found) return undefined
  if (databaseTime().getTime() - found.used.getTime() > TOUCH)
    await database
      .run(sql`update auth_session set "updatedAt" = now() where id = ${found.id}`)
      .catch(ignoreReadOnly)
  return principalOf(database, found)
}

/** Deletes the tokens and marks their session records as ended now. */
const endRows = (database: Database, which: SQL) =>
  database.run(sql`with gone as (delete from auth_session where ${which} returning id)
    update sessions s set ended_at = now(), updated_at = now(), duration = extract(epoch from now() - s.created_at)
    from gone where s.uid = gone.id and s.ended_at is null`)

/**
 * Deletes the tokens that are not valid any more. Their session records, and those without a token, ended with their last
 * use.
 */
export const endExpiredSessions = async ({ database, config }: Pick<Services, 'database' | 'config'>) => {
  await database.run(sql`with gone as (delete from auth_session a where not (${liveSession(sql`a`, config)})
      returning id, "updatedAt" as used)
    update sessions s set ended_at = used, updated_at = now(), duration = extract(epoch from used - s.created_at)
    from gone where s.uid = gone.id and s.ended_at is null`)
  await database.run(sql`update sessions s
    set ended_at = s.updated_at, duration = extract(epoch from s.updated_at - s.created_at)
    where ended_at is null and not exists (select 1 from auth_session a where a.id = s.uid)`)
}

/** Sessions in the database, with a short-lived cache of those in use. */
export const createSessions = (database: Database, limits: SessionLimits): Sessions => {
  const known = new LRUCache<string, Promise<Principal | undefined>>({ max: CACHED, ttl: CACHE })

  const find = (token: string): Promise<Principal | undefined> => {
    const hash = hashToken(token)
    const hit = known.get(hash)
    if (hit) return hit
    const principal = lookUp(database, limits, hash)
    known.set(hash, principal)
    principal.catch(() => known.delete(hash))
    return principal
  }

  const start: Sessions['start'] = async (user, version, { agent, address }) => {
    const token = newSessionToken()
    const uid = newUid()
    return database.transaction(async tx => {
      // Locks the user: the credentials change before this, or after, and then the session ends.
      const unchanged = await tx.run(sql`update users set last_login_at = now()
        where uid = ${user} and status = 'active' and credential_version = ${version}`)
      if (unchanged === 0) return undefined
      await tx.run(sql`insert into auth_session (id, "userId", token, "expiresAt", "ipAddress", "userAgent")
        values (${uid}, ${user}, ${hashToken(token)}, ${new Date(databaseTime().getTime() + limits.SESSION_HOURS * HOUR)}, ${address}, ${agent ?? null})`)
      await recordSession(tx, uid, user, agent)
      return token
    })
  }

  const end = async (session: string) => {
    await endRows(database, sql`id = ${session}`)
    known.clear()
  }

  const endAll = async (tx: Database, user: string, except = '') => {
    await raiseCredentialVersion(tx, user)
    return endRows(tx, sql`"userId" = ${user} and id <> ${except}`)
  }

  return { find, start, end, endAll, forget: () => known.clear() }
}

/**
 * The principal of a user without a session; undefined without a role. `active`: whether they may sign in.
 * @param session the id that replaces that of a session
 */
export const principalOfUser = async (database: Database, uid: string, session = '') => {
  const [found] = await database.prepared<Found & { active: boolean }>(sql`
    select ${session}::text as id, now() as used, u.uid, u.role, u.lang, u.company_uid, u.status = 'active' as active,
      c.is_partner and c.can_create_companies as licensed
    from users u left join companies c on c.uid = u.company_uid where u.uid = ${uid}`)
  const principal = found && (await principalOf(database, found))
  return principal && { principal, active: found.active }
}
