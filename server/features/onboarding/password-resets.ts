import { sql } from 'drizzle-orm'
import type { User } from '~/model/record-types'
import { users } from '~/model/resources/users'
import type { DeliveryStatus } from '~/server/features/mails/enqueue-mail'
import { sendReset } from '~/server/features/one-time-links/link-mails'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'
import { asServer } from '~/server/records/writing/as-server'

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
export const requestReset = async (
  services: Services,
  email: string,
  address: string,
): Promise<DeliveryStatus> => {
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
