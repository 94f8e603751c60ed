import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { normalAddress } from '~/model/addresses'
import { invalidFields } from '~/model/errors'
import type { User } from '~/model/record-of'
import { users } from '~/model/resources/users'
import { answerParseErrors } from '~/server/features/auth/auth-routes'
import { type DeliveryStatus, deliveryStatuses } from '~/server/features/mails/enqueue-mail'
import { sendReset } from '~/server/features/one-time-links/link-mails'
import { newUid } from '~/server/platform/crypto/tokens'
import { type App, describe, optionalText } from '~/server/platform/http/route-schemas'
import type { Context, Services } from '~/server/records/context'
import { checkValue } from '~/server/records/kinds'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { asServer } from '~/server/records/transaction'

/** Rolls back the work done for an unknown user. */
class Undone extends Error {
  constructor(readonly status: DeliveryStatus) {
    super('There is no such user')
  }
}

const activeUser = async ({ tx }: Context, email: string): Promise<User | undefined> => {
  const [row] = await tx.query<RowOf<'users', 'uid'>>(
    sql`select uid from users where lower(email) = ${email} and status = 'active'`,
  )
  // Query for an unknown user too, so that both answers take the same time.
  return findRow(tx, users, row?.uid ?? '', 'all')
}

/**
 * Sends an active user a password reset link. For any other address the same work is done and rolled back:
 * neither the response nor its duration reveals whether the user exists.
 * @throws ApiError 429
 */
const requestReset = async (services: Services, email: string, address: string): Promise<DeliveryStatus> => {
  const limits = [
    ['resetMailbox', email],
    ['resetAddress', address],
  ] as const
  await services.rateLimits.count(limits, 'Too many password resets')
  return asServer(services, async context => {
    const user = await activeUser(context, email)
    const status = await sendReset(context, user ?? { uid: newUid(), email, lang: 'en' })
    if (!user) throw new Undone(status)
    return status
  }).catch((error: unknown) => {
    if (error instanceof Undone) return error.status
    throw error
  })
}

/** Sends a password reset link on request. */
export const addPasswordResetRoutes = (app: App, services: Services) => {
  app.register(async (parse: App) => {
    answerParseErrors(parse)
    const schema = describe('Sends a password reset link', {
      body: z.object({ email: optionalText.meta({ example: 'grace@museum.example' }) }),
      response: { 200: z.object({ mailed: z.enum(deliveryStatuses) }) },
    })
    parse.post('/requestPasswordReset', { config: { access: 'public' }, schema }, async request => {
      const email = normalAddress(request.body.email)
      const code = email ? checkValue(email, users.fields.email) : 'required'
      if (code) throw invalidFields({ email: code })
      return { mailed: await requestReset(services, email, request.ip) }
    })
  })
}
