import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, invalidFields } from '~/model/errors'
import { users } from '~/model/resources/users'
import type { Database } from '~/server/platform/database/database'
import { attemptsOf } from '~/server/platform/http/rate-limits'
import { optionalText } from '~/server/platform/http/route-schemas'
import { notFound, principalOf } from '~/server/records/access'
import type { Context, Principal, Services } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { inTransaction } from '~/server/records/transaction'
import { checkPassword } from './passwords'

/** No user has it: versions count from 0. */
const NO_VERSION = '-1'

/**
 * The version of a user's credentials: password, address, second factor, passkeys. Passwords and signatures are checked
 * before the transaction that relies on them, since hashing takes long: the version is read before the check and compared, under
 * a lock on the user, in the transaction.
 */
export const credentialVersionOf = async (database: Database, user: string): Promise<string> => {
  const [row] = await database.query<RowOf<'users', never, { version: 'credential_version' }>>(
    sql`select credential_version as version from users where uid = ${user}`,
  )
  return row?.version ?? NO_VERSION
}

/** Raises the version, and locks the user until the transaction ends. Call it before sessions are ended. */
export const raiseCredentialVersion = (tx: Database, user: string) =>
  tx.run(sql`update users set credential_version = credential_version + 1 where uid = ${user}`)

/**
 * Locks the user and compares the version.
 * @throws ApiError session_expired if a credential has changed since the version was read
 */
export const requireCredentialVersion = async (tx: Database, user: string, version: unknown) => {
  const [row] = await tx.query<RowOf<'users', never, { version: 'credential_version' }>>(
    sql`select credential_version as version from users where uid = ${user} and status = 'active' for no key update`,
  )
  if (!row || row.version !== version)
    throw new ApiError('session_expired', 'The credentials of this user have changed')
}

/**
 * Checks the password of a signed-in user again. Wrong passwords are rate limited as at sign-in.
 * @param field the form field that shows the error
 * @returns the version of the credentials that were checked, for `requireCredentialVersion` in the transaction
 * @throws ApiError 422 on the field, 429
 */
export const confirmPassword = async (
  { database, rateLimits }: Services,
  user: string,
  password: string,
  address: string,
  field = 'password',
) => {
  const version = await credentialVersionOf(database, user)
  const [row] = await database.query<RowOf<'users', 'email'>>(
    sql`select lower(email) as email from users where uid = ${user}`,
  )
  const email = row?.email ?? ''
  await rateLimits.count(attemptsOf(email, address), 'Too many wrong passwords')
  if (!(await checkPassword(database, user, password))) throw invalidFields({ [field]: 'wrong_old_password' })
  await rateLimits.succeed(email, address)
  return version
}

/** Loads and locks the caller's record; the second of two concurrent changes sees the first. */
export const ownRecord = async (context: Context) => {
  const record = await findRow(context.tx, users, context.actor.uid, 'all', true)
  if (!record) throw notFound(users)
  return record
}

/** Ends the user's sessions that began with other proof than is required now; this one has proved itself. */
export const endOtherSessions = async ({ tx, actor, session, services, afterCommit }: Context) => {
  await services.sessions.endAll(tx, actor.uid, session)
  afterCommit(() => services.sessions.forget())
}

export const passwordBody = z.object({
  password: optionalText.meta({ example: 'a long sentence of mine' }),
})

type PasswordRequest = FastifyRequest & { readonly body: z.output<typeof passwordBody> }

/** Seconds since the sign-in with the password that confirms a change of the ways to sign in. */
const RECENT = 300

/**
 * Confirms a change by a recent sign-in of the same user: Firebase checks their password, so that its place is taken by
 * an ID token. @throws ApiError 422 on the field
 */
const confirmByFirebase = async ({ sessions }: Services, user: string, token: string) => {
  const found = await sessions.ofFirebase?.(token)
  const age = Date.now() / 1000 - (found?.firebase?.since ?? 0)
  if (found?.actor.uid !== user || found.firebase?.provider !== 'password' || age > RECENT)
    throw invalidFields({ password: 'wrong_old_password' })
}

/** Checks what proves the user once more: their password here, or a sign-in with their password at Firebase. */
const confirmAgain = async (
  services: Services,
  { actor, firebase }: Principal,
  { body, ip }: PasswordRequest,
) => {
  if (!firebase) return confirmPassword(services, actor.uid, body.password, ip)
  const version = await credentialVersionOf(services.database, actor.uid)
  await confirmByFirebase(services, actor.uid, body.password)
  return version
}

/** Runs changes of sign-in methods, for which an open session must not be sufficient. @throws ApiError 422, 429 */
export const confirmingPassword =
  (services: Services) =>
  async <T>(request: PasswordRequest, work: (context: Context) => Promise<T>): Promise<T> => {
    const principal = principalOf(request)
    const { uid } = principal.actor
    const version = await confirmAgain(services, principal, request)
    return inTransaction(services, request, async context => {
      await requireCredentialVersion(context.tx, uid, version)
      return work(context)
    })
  }
