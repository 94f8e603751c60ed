import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { ApiError, type ErrorCode, type ErrorDetails } from '~/model/errors'
import { isLinkType, type KeyLink, type LinkType, linkTypes, partsOf } from '~/model/onboarding'
import { hashToken, newUid } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import type { Limit } from '~/server/platform/http/rate-limits'
import type { Services } from '~/server/records/context'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Lifetime of a link in milliseconds, from when it was last sent. */
const lifetimes: Readonly<Record<LinkType, number>> = { invite: 14 * DAY, reset: HOUR, group: 30 * DAY }

const identifierOf = (type: LinkType, subject: string) => `${type}:${subject}`

/**
 * Creates the key of a link and replaces any earlier one.
 * @param subject uid of the user or guest who receives the link
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

type Failure = Extract<ErrorCode, `OB${number}`>

/** The meaning of each code (specification §8), for logs and other clients. */
const messages: Readonly<Record<Failure, string>> = {
  OB1: 'The link has no key',
  OB2: 'The key is wrong, used or too old',
  OB3: 'The link does not sign in',
  OB4: 'The record that the link is for is gone',
  OB5: 'The account could not be saved',
  OB6: 'The password is refused',
}

/** @param reason a stable code for the cause, such as `disabled` */
export const linkError = (code: Failure, reason: string, { params, fields }: ErrorDetails = {}) =>
  new ApiError(code, `${messages[code]}: ${reason}`, {
    params: { ...params, reason },
    ...(fields && { fields }),
  })

/** A link with a valid key. */
export type OpenedLink = { readonly type: LinkType; readonly uid: string; readonly key: string }

/**
 * Parses a link and verifies its key. Wrong keys are rate limited by client address.
 * @throws ApiError OB1 without a key, OB2 for one that is wrong, used or expired, 429 after too many
 */
export const openLink = async (
  { database, rateLimits }: Services,
  { type, hash }: KeyLink,
  address: string,
): Promise<OpenedLink> => {
  const parts = partsOf(hash)
  if (!parts || !isLinkType(type)) throw linkError('OB1', 'incomplete')
  const attempt: readonly Limit[] = [['links', address]]
  await rateLimits.count(attempt, 'Too many wrong links')
  const link = { type, ...parts }
  if (!(await isKey(database, type, link.uid, link.key))) throw linkError('OB2', 'key')
  await rateLimits.giveBack(attempt)
  return link
}

/** Consumes the key in the transaction of its purpose: if that fails, the key stays valid. */
export const consumeLinkKey = async (tx: Database, { type, uid, key }: OpenedLink) => {
  if (!(await consumeKey(tx, type, uid, key))) throw linkError('OB2', 'key')
}
