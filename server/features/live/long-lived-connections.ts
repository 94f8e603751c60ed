import { sql } from 'drizzle-orm'
import type { TableRow } from '~/server/platform/database/tables'
import { findOpen } from '~/server/records/access'
import { isFirebaseSession, isStoredSession, type Principal, type Services } from '~/server/records/context'

/** A long-lived connection, such as the live stream or an upload, and its session. */
type LongLivedConnection = {
  readonly principal: Pick<Principal, 'session'>
  readonly token: string
  readonly end: () => void
}

/** Interval in milliseconds of session checks, for sessions that end without an event, such as by expiry. */
const CHECK = 500

/**
 * Sessions of Firebase end by the expiry of their token, or by a change of their user, which is published: without one,
 * they are checked only in one of so many checks, since each takes a query of its own.
 */
const FIREBASE_CHECKS = 10

/** Resources whose changes may end sessions. */
const ending = ['sessions', 'users']

/** Ends long-lived connections within a second of their session's end on this or another server. */
export const createLongLivedConnections = ({ database, sessions, changes, log }: Services) => {
  const calls = new Set<LongLivedConnection>()

  const isOver = async ({ principal, token }: LongLivedConnection, alive: ReadonlySet<string>) =>
    !alive.has(principal.session) &&
    (isStoredSession(principal.session) || (await findOpen(sessions, token)) === undefined)

  /** Checks all connections in one query, except for those whose sessions are not stored. */
  const check = async (withFirebase: boolean) => {
    // Connections added during the query are not in its result.
    const asked = [...calls].filter(({ principal }) => withFirebase || !isFirebaseSession(principal.session))
    if (asked.length === 0) return
    const ids = asked.map(({ principal }) => principal.session)
    const rows = await database.query<TableRow<'auth_session', 'id'>>(
      sql`select id from auth_session where id = any(${sql.param(ids)}) and "expiresAt" > now()`,
    )
    const alive = new Set(rows.map(({ id }) => id))
    for (const call of asked) if (calls.has(call) && (await isOver(call, alive))) call.end()
  }
  const checkSafely = (withFirebase: boolean) =>
    void check(withFirebase).catch(error => log.warn({ error: String(error) }, 'sessions of long calls'))
  const stop = changes.onChange(({ resource }) => ending.includes(resource) && checkSafely(true))
  let checks = 0
  const checking = setInterval(() => checkSafely(++checks % FIREBASE_CHECKS === 0), CHECK).unref()
  return {
    /** @returns a function to call when the connection closes */
    add: (call: LongLivedConnection) => {
      calls.add(call)
      return () => void calls.delete(call)
    },
    count: () => calls.size,
    /** Ends all connections: clients continue at another server. */
    close: () => {
      clearInterval(checking)
      stop()
      for (const call of calls) call.end()
    },
  }
}

export type LongLivedConnections = ReturnType<typeof createLongLivedConnections>
