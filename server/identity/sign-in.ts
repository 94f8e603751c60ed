import { sql } from 'drizzle-orm'
import { scopeFor } from '~/model/access'
import { ApiError } from '~/model/errors'
import { type Actor, everyone } from '~/model/grants'
import { users } from '~/model/resources/users'
import { findRow } from '../db/listing'
import { present } from '../http/present'
import { roleLabel } from '../labels'
import type { Services } from '../services'
import { checkGuessing, forgetFailures, recordFailure } from './guessing'
import { checkPassword } from './passwords'
import { takeCode } from './second-factor'
import type { Principal } from './sessions'

/** Where somebody signs in from: the browser's own words, and the network address. */
export type Place = { agent: string | undefined; address: string }

export type Credentials = Place & {
  email: string
  password: string
  /** Of the second factor; empty where none is given. */
  code: string
}

type Account = { uid: string; role: string | null; factor: boolean }

const refusal = (services: Services, known: boolean) => {
  if (!services.config.TELL_UNKNOWN_USER) return new ApiError('sign_in_failed', 'Wrong e-mail or password')
  return known
    ? new ApiError('wrong_password', 'Wrong password')
    : new ApiError('user_not_found', 'User not found')
}

/** The second factor of those who have one. @throws ApiError second_factor (none was given), wrong_code */
const checkFactor = async (services: Services, { uid }: Account, { code, email, address }: Credentials) => {
  if (code === '') throw new ApiError('second_factor', 'A code of the second factor is needed')
  if (await takeCode(services, uid, code)) return
  await recordFailure(services.database, email, address)
  throw new ApiError('wrong_code', 'Wrong code')
}

/** Opens a session for a user who has proven who they are. @returns its token */
export const enter = async ({ database, sessions }: Services, user: string, { agent, address }: Place) => {
  await database.run(sql`update users set last_login_at = now() where uid = ${user}`)
  return sessions.start(user, agent, address)
}

/**
 * Opens a session.
 * @returns its token
 * @throws ApiError user_not_found, wrong_password or sign_in_failed (as configured), second_factor, wrong_code, no_role,
 *   too_many_requests
 */
export const signIn = async (services: Services, credentials: Credentials): Promise<string> => {
  const { email, password, address } = credentials
  const { database } = services
  await checkGuessing(database, email, address)
  const [account] = await database.query<Account>(
    sql`select uid, role, second_factor as factor from users where lower(email) = ${email} and status = 'active'`,
  )
  if (!(await checkPassword(database, account?.uid, password)) || !account) {
    await recordFailure(database, email, address)
    throw refusal(services, account !== undefined)
  }
  if (account.factor) await checkFactor(services, account, credentials)
  if (!account.role) throw new ApiError('no_role', 'This user has no role')
  await forgetFailures(database, email)
  return enter(services, account.uid, credentials)
}

const reachOf = ({ company, managed, open }: Actor) => ({ own: company ? [company] : [], managed, open })

/** The signed-in user as Parse's clients and the panel read it. */
export const describeUser = async (services: Services, { actor, lang }: Principal, token: string) => {
  const scope = scopeFor({ ...users, grants: { read: everyone('self') } }, 'read', actor)
  const record = await findRow(services.database, users, actor.uid, scope)
  if (!record) throw new ApiError('session_expired', 'The user is gone')
  return {
    ...present(services, users, actor.role, record),
    objectId: actor.uid,
    username: record.email,
    sessionToken: token,
    roleLabel: roleLabel(actor.role, lang),
    reach: reachOf(actor),
    licensed: actor.licensed,
  }
}

/** The user of a session that has just begun. */
export const introduce = async (services: Services, token: string) => {
  const principal = await services.sessions.find(token)
  if (!principal) throw new ApiError('session_expired', 'The session did not start')
  return describeUser(services, principal, token)
}
