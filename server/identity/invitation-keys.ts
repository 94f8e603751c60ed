import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { hashToken, newUid } from './tokens'

const DAY = 86_400_000
/** Days for which an invitation's key is good. */
const VALID = 14

const purpose = (user: string) => `invitation:${user}`

/**
 * Makes the key of an invited user, in place of any that was sent before.
 * @returns the key, of which the database keeps a hash
 */
export const rotateInvitationKey = async (tx: Database, user: string): Promise<string> => {
  const key = randomBytes(24).toString('hex')
  await tx.run(sql`delete from auth_verification where identifier = ${purpose(user)}`)
  await tx.run(sql`insert into auth_verification (id, identifier, value, "expiresAt")
    values (${newUid()}, ${purpose(user)}, ${hashToken(key)}, ${new Date(Date.now() + VALID * DAY)})`)
  return key
}
