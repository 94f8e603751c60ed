import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { scopeFor } from '~/model/access'
import { ApiError, type ErrorCode } from '~/model/errors'
import { type Actor, everyone } from '~/model/grants'
import { users } from '~/model/resources/users'
import { recordSecurityEvent } from '~/server/features/security-events/security-events'
import { defaultView, defaultViewsOf } from '~/server/features/views/view-hooks'
import type { Database } from '~/server/platform/database/database'
import { attemptsOf } from '~/server/platform/http/rate-limits'
import type { Principal, Services } from '~/server/records/context'
import { present } from '~/server/records/handlers'
import { findRow } from '~/server/records/list'
import { schemasOf } from '~/server/records/schemas'
import type { RowOf } from '~/server/records/tables'
import { checkPassword } from './passwords'
import { verifyCode } from './second-factor'

/** The signed-in user, as Parse clients and the panel read them: see `describeUser`. */
export const startedSession = schemasOf(users)
  .record.extend({
    objectId: z.string(),
    username: z.string(),
    sessionToken: z.string(),
    reach: z
      .object({ own: z.array(z.string()), managed: z.array(z.string()), open: z.array(z.string()) })
      .meta({ description: 'The companies that each scope covers' }),
    defaultViews: z
      .array(defaultView)
      .meta({ description: 'The views that the user has their lists open with' }),
    viewedUntil: z
      .string()
      .nullable()
      .meta({ description: 'When the view of somebody else, who sees the panel as this user, ends' }),
    licensed: z.boolean().meta({ description: 'May this company create companies?' }),
  })
  .meta({ id: 'session' })

/** The client of a sign-in: user agent and network address. */
export type ClientInfo = { agent: string | undefined; address: string }

export type Credentials = ClientInfo & {
  email: string
  password: string
  /** Code of the second factor; empty if none is given. */
  code: string
}

type Account = RowOf<'users', 'uid' | 'role', { factor: 'second_factor'; version: 'credential_version' }>

const refusal = (services: Services, known: boolean) => {
  if (!services.config.TELL_UNKNOWN_USER) return new ApiError('sign_in_failed', 'Wrong e-mail or password')
  return known
    ? new ApiError('wrong_password', 'Wrong password')
    : new ApiError('user_not_found', 'User not found')
}

/** Records that an account is blocked by too many failed attempts, once per blocking period. */
const reportBlocked = async (
  { database, changes, rateLimits }: Services,
  { email, address }: Credentials,
) => {
  if (!(await rateLimits.allows(['blocked', email]))) return
  const [account] = await findAccount(database, email)
  if (account)
    await recordSecurityEvent(database, { changes }, { event: 'signInBlocked', user: account.uid, address })
}

const findAccount = (database: Database, email: string) =>
  database.query<Account>(
    sql`select uid, role, second_factor as factor, credential_version as version from users where lower(email) = ${email} and status = 'active'`,
  )

/** Counts an attempt before it is verified. @throws ApiError 429 */
const countAttempt = async (services: Services, credentials: Credentials) => {
  const { email, address } = credentials
  try {
    await services.rateLimits.count(attemptsOf(email, address), 'Too many wrong passwords')
  } catch (error) {
    await reportBlocked(services, credentials)
    throw error
  }
}

/** Verifies the password and, if enabled, the second factor. */
const verify = async (services: Services, { email, password, code, address }: Credentials) => {
  const { database, rateLimits } = services
  const [account] = await findAccount(database, email)
  const isRight = await checkPassword(database, account?.uid, password)
  if (!isRight || !account) throw refusal(services, account !== undefined)
  if (!account.factor) return account
  if (code === '') {
    // The password is correct, so this is not a failed attempt.
    await rateLimits.giveBack(attemptsOf(email, address))
    throw new ApiError('second_factor', 'A code of the second factor is needed')
  }
  if (!(await verifyCode(services, account.uid, code))) throw new ApiError('wrong_code', 'Wrong code')
  return account
}

const failures: readonly ErrorCode[] = ['user_not_found', 'wrong_password', 'sign_in_failed', 'wrong_code']

const reportFailure = async (
  { database, changes }: Services,
  { email, address }: Credentials,
  error: unknown,
) => {
  if (!(error instanceof ApiError) || !failures.includes(error.code)) return
  const [account] = await findAccount(database, email)
  const details = { email, code: account ? error.code : 'user_not_found' }
  await recordSecurityEvent(
    database,
    { changes },
    { event: 'signInFailed', user: account?.uid, address, details },
  )
}

/**
 * Creates a session.
 * @returns its token
 * @throws ApiError user_not_found, wrong_password or sign_in_failed (as configured), second_factor,
 * wrong_code, no_role, too_many_requests
 */
export const signIn = async (services: Services, credentials: Credentials): Promise<string> => {
  const { email, address } = credentials
  await countAttempt(services, credentials)
  try {
    const account = await verify(services, credentials)
    if (!account.role) throw new ApiError('no_role', 'This user has no role')
    await services.rateLimits.succeed(email, address)
    const token = await services.sessions.start(account.uid, account.version, credentials)
    if (token === undefined) throw refusal(services, true)
    return token
  } catch (error) {
    // Runs after the response, so that its duration does not reveal whether the user exists.
    services.background.beside(() => reportFailure(services, credentials, error))
    throw error
  }
}

const reachOf = ({ company, managed, open }: Actor) => ({
  own: company ? [company] : [],
  managed: [...managed],
  open: [...open],
})

/** The signed-in user in the format of Parse clients and the panel. */
export const describeUser = async (services: Services, { actor, lang, view }: Principal, token: string) => {
  const scope = scopeFor({ ...users, grants: { read: everyone('self') } }, 'read', actor)
  const record = await findRow(services.database, users, actor.uid, scope)
  if (!record) throw new ApiError('session_expired', 'The user is gone')
  return {
    ...present(services, users, { role: actor.role, lang }, record),
    objectId: actor.uid,
    username: record.email,
    sessionToken: token,
    reach: reachOf(actor),
    licensed: actor.licensed,
    viewedUntil: view?.until.toISOString() ?? null,
    defaultViews: await defaultViewsOf(services.database, actor.uid),
  }
}

/** The response for a new session. */
export const sessionResponse = async (services: Services, token: string) => {
  const principal = await services.sessions.find(token)
  if (!principal) throw new ApiError('session_expired', 'The session did not start')
  return describeUser(services, principal, token)
}
