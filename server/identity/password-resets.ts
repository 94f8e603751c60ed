import { sql } from 'drizzle-orm'
import { users } from '~/model/resources/users'
import type { Flat } from '../db/flat'
import { findRow } from '../db/listing'
import type { Outlook } from '../mail/post'
import { asServer } from '../records/as-server'
import type { Context } from '../records/hooks'
import type { Services } from '../services'
import { sendReset } from './link-letters'
import { newUid } from './tokens'

/** Takes back what was done for nobody. */
class Undone extends Error {
  constructor(readonly outlook: Outlook) {
    super('There is no such user')
  }
}

const activeUser = async ({ tx }: Context, email: string): Promise<Flat | undefined> => {
  const [row] = await tx.query<{ uid: string }>(
    sql`select uid from users where lower(email) = ${email} and status = 'active'`,
  )
  // Asked for nobody too: both answers take the same time.
  return findRow(tx, users, row?.uid ?? '', 'all')
}

/**
 * Sends an active user a link to another password. For an address that nobody active has, the same is done and taken
 * back: neither the answer nor its time tells who is there.
 * @throws ApiError 429
 */
export const requestReset = async (services: Services, email: string, address: string): Promise<Outlook> => {
  const limits = [
    ['resetMailbox', email],
    ['resetAddress', address],
  ] as const
  await services.limits.count(limits, 'Too many password resets')
  return asServer(services, async context => {
    const user = await activeUser(context, email)
    const outlook = await sendReset(context, user ?? { uid: newUid(), email, lang: 'en' })
    if (!user) throw new Undone(outlook)
    return outlook
  }).catch((error: unknown) => {
    if (error instanceof Undone) return error.outlook
    throw error
  })
}
