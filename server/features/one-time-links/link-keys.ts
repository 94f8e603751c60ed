import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type LinkType, linkTypes } from '~/model/onboarding'
import { hashToken, newUid } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Lifetime of a link in milliseconds, from when it was last sent. */
const lifetimes: Readonly<Record<LinkType, number>> = { invite: 14 * DAY, reset: HOUR, group: 30 * DAY }

const identifierOf = (type: LinkType, subject: string) => `${type}:${subject}`

/**
 * Creates the key of a link and replaces any earlier one.
 * @param subject uid of the user, or of the guest, whom the link is for
 * @returns the key, of which the database stores a hash
 */
export const rotateKey = async (tx: Database, type: LinkType, subject: string): Promise<string> => {
  const key = randomBytes(24).toString('hex')
  await tx.run(sql`insert into auth_verification (id, identifier, value, "expiresAt")
    values (${newUid()}, ${identifierOf(type, subject)}, ${hashToken(key)}, ${new Date(databaseTime().getTime() + lifetimes[type])})
    on conflict (identifier) do update
    set value = excluded.value, "expiresAt" = excluded."expiresAt", "updatedAt" = now()`)
  return key
}

const isValidKey = (type: LinkType, subject: string, key: string) =>
  sql`identifier = ${identifierOf(type, subject)} and value = ${hashToken(key)} and "expiresAt" > now()`

export const isKey = async (database: Database, type: LinkType, subject: string, key: string) =>
  (await database.query(sql`select 1 from auth_verification where ${isValidKey(type, subject, key)}`))
    .length > 0

/** Consumes a key; only one of two concurrent requests succeeds. */
export const consumeKey = async (tx: Database, type: LinkType, subject: string, key: string) =>
  (await tx.run(sql`delete from auth_verification where ${isValidKey(type, subject, key)}`)) > 0

/** Revokes a link whose purpose is fulfilled or cancelled. */
export const revokeKey = (tx: Database, type: LinkType, subject: string) =>
  tx.run(sql`delete from auth_verification where identifier = ${identifierOf(type, subject)}`)

/** Deletes expired keys. */
export const deleteExpiredKeys = (database: Database) =>
  database.run(sql`delete from auth_verification where "expiresAt" < now()
    and split_part(identifier, ':', 1) = any(${sql.param([...linkTypes])})`)
