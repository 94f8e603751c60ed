import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { ApiError } from '~/model/errors'
import type { Actor } from '~/model/grants'
import { databaseTime } from '~/server/platform/database/clock'
import { shortUserAgent } from '~/server/platform/http/user-agents'
import { principalOf } from './access'
import { type Context, isApiToken, isStoredSession, type Services, TOKEN, type Values } from './context'
import type { RowOf } from './tables'

/** Origin of a change: the network address, and the browser or API token in words. */
export type Origin = { readonly address?: string; readonly agent?: string | undefined }

type By = Origin & {
  readonly services: Services
  readonly actor: Actor
  readonly session?: string
  readonly pending?: true | undefined
  readonly prepared?: Values
  readonly log?: FastifyBaseLogger
}

/** Runs a change in a transaction, then its callbacks after the commit, whose failures are only logged. */
export const changeBy = async <T>(
  { services, actor, session = '', pending, address = '', agent = '', prepared = {}, log = services.log }: By,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const later: (() => unknown)[] = []
  const result = await services.database.transaction(tx =>
    work({
      ...{
        services,
        tx,
        actor,
        session,
        address,
        agent,
        prepared,
        shownOnce: {},
        endedSessions: new Set(),
        ...(pending && { pending }),
        now: databaseTime(),
      },
      afterCommit: each => void later.push(each),
    }),
  )
  for (const each of later) {
    try {
      await each()
    } catch (error) {
      log.error(error, 'after the change')
    }
  }
  return result
}

const server: Actor = { uid: '', role: 'root', company: null, managed: [], open: [], licensed: false }

/** Runs a change by the server itself, for a request without a session: an event without an author, with its origin. */
export const changeAsServer = <T>(
  services: Services,
  from: Origin & { readonly prepared?: Values },
  work: (context: Context) => Promise<T>,
): Promise<T> => changeBy({ services, actor: server, ...from }, work)

/** Runs a change by the server itself: no session, and an event without an author. */
export const asServer = <T>(services: Services, work: (context: Context) => Promise<T>): Promise<T> =>
  changeAsServer(services, {}, work)

type Now = RowOf<'users', 'role' | 'status', { company: 'company_uid' }>

/**
 * Reads the actor again in the transaction, because permissions were checked before it began.
 * @throws ApiError 401 if their role, company or status has changed since
 */
const requireSameActor = async ({ tx, actor, pending }: Pick<Context, 'tx' | 'actor' | 'pending'>) => {
  const [now] = await tx.query<Now>(
    sql`select role, status, company_uid as company from users where uid = ${actor.uid}`,
  )
  if (
    now?.status !== (pending ? 'pending' : 'active') ||
    now.role !== actor.role ||
    now.company !== actor.company
  )
    throw new ApiError('session_expired', 'The rights of this user have changed')
}

/**
 * The row of a session or API token, locked until the transaction ends: a request that ends it waits for this change, or has
 * ended it.
 * Firebase's tokens have no row.
 */
const lockedRow = (session: string) => {
  if (isStoredSession(session)) return sql`select 1 from auth_session where id = ${session} for key share`
  if (isApiToken(session))
    return sql`select 1 from tokens where uid = ${session.slice(TOKEN.length)} for key share`
  return undefined
}

/**
 * Requires that the session or API token has not ended during the change. Runs last in the transaction: a request that ends a
 * session locks the user first and then the session, and would deadlock with a change that holds the session while it waits
 * for the user.
 * @throws ApiError 401
 */
export const requireOpenSession = async ({
  tx,
  session,
  endedSessions,
}: Pick<Context, 'tx' | 'session' | 'endedSessions'>) => {
  const row = lockedRow(session)
  if (!row || endedSessions.has(session)) return
  if ((await tx.query(row)).length === 0)
    throw new ApiError('session_expired', 'The session ended during the change')
}

/**
 * Serializes changes of rights with a lock and reads the actor again once it is held. Two users who revoke
 * each other's rights at the same moment cannot both succeed.
 */
export const lockRights = async (context: Pick<Context, 'tx' | 'actor'>) => {
  await context.tx.query(sql`select pg_advisory_xact_lock(hashtext('rights'))`)
  // The server itself and users of one-time links act without a role.
  if (context.actor.uid !== '') await requireSameActor(context)
}

/** Runs a change for the request's user in a transaction, then its callbacks after the commit. */
export const inTransaction = <T>(
  services: Services,
  request: FastifyRequest,
  work: (context: Context) => Promise<T>,
  prepared: Values = {},
): Promise<T> => {
  const { token, ...principal } = principalOf(request)
  return changeBy(
    {
      services,
      ...principal,
      address: request.ip,
      agent: token ? `API: ${token.name}` : shortUserAgent(request.headers['user-agent'] ?? ''),
      prepared,
      log: request.log,
    },
    async context => {
      await requireSameActor(context)
      const result = await work(context)
      await requireOpenSession(context)
      return result
    },
  )
}
