import { sql } from 'drizzle-orm'
import { isFirebaseSession } from '~/server/features/auth/firebase-users'
import type { Principal } from '~/server/records/principal'
import type { Services } from '~/server/records/services'

/** A call that goes on for long, such as the live stream or an upload, and whose it is. */
export type LongLivedConnection = {
  readonly principal: Pick<Principal, 'session'>
  readonly token: string
  readonly end: () => void
}

/** Milliseconds between two looks whether the sessions still are, for what ends without a word, such as by expiry. */
const CHECK = 500

/** What, when it changes, may end sessions. */
const ending = ['sessions', 'users']

/** Ends every long call within a second of its session's end, here or on another server. */
export const createLongLivedConnections = ({ database, sessions, changes, log }: Services) => {
  const calls = new Set<LongLivedConnection>()

  const isOver = async ({ principal, token }: LongLivedConnection, alive: ReadonlySet<string>) =>
    !alive.has(principal.session) &&
    !(isFirebaseSession(principal.session) && (await sessions.find(token)) !== undefined)

  /** One question for all. */
  const check = async () => {
    if (calls.size === 0) return
    // Those that come while the question is under way are not in its answer.
    const asked = [...calls]
    const ids = asked.map(({ principal }) => principal.session)
    const rows = await database.query<{ id: string }>(
      sql`select id from auth_session where id = any(${sql.param(ids)}) and "expiresAt" > now()`,
    )
    const alive = new Set(rows.map(({ id }) => id))
    for (const call of asked) if (calls.has(call) && (await isOver(call, alive))) call.end()
  }
  const look = () => void check().catch(error => log.warn({ error: String(error) }, 'sessions of long calls'))
  const stop = changes.onChange(({ resource }) => ending.includes(resource) && look())
  const checking = setInterval(look, CHECK).unref()
  return {
    /** @returns what to call when the call is over */
    add: (call: LongLivedConnection) => {
      calls.add(call)
      return () => void calls.delete(call)
    },
    close: () => {
      clearInterval(checking)
      stop()
    },
  }
}

export type LongLivedConnections = ReturnType<typeof createLongLivedConnections>
