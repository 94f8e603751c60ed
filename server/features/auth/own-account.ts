import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { users } from '~/model/resources/users'
import { optionalText } from '~/server/platform/http/route-schemas'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { actorOf } from '~/server/records/routes/access'
import { inTransaction } from '~/server/records/routes/in-transaction'
import type { Services } from '~/server/records/services'
import { notFound } from '~/server/records/writing/load-for-update'
import { confirmPassword } from './confirm-password'
import { requireCredentialVersion } from './credential-version'

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

/** Runs changes of ways to sign in: an open session must not be sufficient for them. @throws ApiError 422, 429 */
export const confirmingPassword =
  (services: Services) =>
  async <T>(request: PasswordRequest, work: (context: Context) => Promise<T>): Promise<T> => {
    const { uid } = actorOf(request)
    const version = await confirmPassword(services, uid, request.body.password, request.ip)
    return inTransaction(services, request, async context => {
      await requireCredentialVersion(context.tx, uid, version)
      return work(context)
    })
  }
