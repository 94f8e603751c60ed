import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type LinkType, linkTypes } from '~/model/onboarding'
import { hashToken, newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** For how long a link is good, in milliseconds, from when it was last sent. */
const lifetimes: Readonly<Record<LinkType, number>> = { invite: 14 * DAY, reset: HOUR, group: 30 * DAY }

const identifierOf = (type: LinkType, subject: string) => `${type}:${subject}`

/**
 * Makes the key of a link, in place of any that was sent before.
 * @param subject the uid of the user, or of the guest, whom the link is for
 * @returns the key, of which the database keeps a hash
 */
export const rotateKey = async (tx: Database, type: LinkType, subject: string): Promise<string> => {
  const key = randomBytes(24).toString('hex')
  await tx.run(sql`insert into auth_verification (id, identifier, value, "expiresAt")
    values (${newUid()}, ${identifierOf(type, subject)}, ${hashToken(key)}, ${new Date(Date.now() + lifetimes[type])})
    on conflict (identifier) do update
    set value = excluded.value, "expiresAt" = excluded."expiresAt", "updatedAt" = now()`)
  return key
}

const isValidKey = (type: LinkType, subject: string, key: string) =>
  sql`identifier = ${identifierOf(type, subject)} and value = ${hashToken(key)} and "expiresAt" > now()`

export const isKey = async (database: Database, type: LinkType, subject: string, key: string) =>
  (await database.query(sql`select 1 from auth_verification where ${isValidKey(type, subject, key)}`))
    .length > 0

/** Uses a key up; of two at the same moment one finds it. */
export const consumeKey = async (tx: Database, type: LinkType, subject: string, key: string) =>
  (await tx.run(sql`delete from auth_verification where ${isValidKey(type, subject, key)}`)) > 0

/** The link leads nowhere any more: what it was for has happened, or is called off. */
export const revokeKey = (tx: Database, type: LinkType, subject: string) =>
  tx.run(sql`delete from auth_verification where identifier = ${identifierOf(type, subject)}`)

/** Removes the keys whose time is over. */
export const deleteExpiredKeys = (database: Database) =>
  database.run(sql`delete from auth_verification where "expiresAt" < now()
    and split_part(identifier, ':', 1) = any(${sql.param([...linkTypes])})`)
