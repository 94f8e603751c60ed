import { ApiError, type ErrorCode, type ErrorDetails } from '~/model/errors'
import { isLinkType, type KeyLink, type LinkType, partsOf } from '~/model/onboarding'
import type { Database } from '~/server/platform/database/database'
import type { Limit } from '~/server/platform/http/rate-limits'
import type { Services } from '~/server/records/services'
import { consumeKey, isKey } from './link-keys'

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
