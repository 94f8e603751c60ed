import { messageOf } from '~/model/errors'
import { databaseTime } from '~/server/platform/database/clock'
import { InternalAddress, isAmong } from '~/server/platform/http/outside-addresses'
import { postOutside } from '~/server/platform/http/post-outside'
import { deliverDue } from '~/server/platform/queue/deliver-due'
import type { Services } from '~/server/records/services'
import { type ClaimedDelivery, claimDueDeliveries, recordTry } from './delivery-outbox'
import { sealPurpose, signedHeaders } from './signature'

const AT_ONCE = 20
const OFF = 'The webhook is switched off'
const NO_SECRET = 'The secret cannot be read with the keys of this server'

const INTERNAL = 'The name leads to an internal address'
const NO_CONNECTION = 'No secure connection to the receiver, or no answer in time'

/** The webhook itself is why nothing is sent. */
class Failure extends Error {}

const isInternal = (error: unknown) =>
  error instanceof InternalAddress || (error instanceof Error && error.cause instanceof InternalAddress)

/** The address that a connection failed to, where the error names it. */
const addressIn = (error: unknown) =>
  error instanceof Error && 'address' in error && typeof error.address === 'string' ? error.address : ''

/**
 * What customers read of a failed connection: where a name leads inside the provider's network, and what listens at an
 * address, are not theirs to learn. The log holds the error itself, and so does the reason for an address that the operator opened.
 */
const reasonOf = (error: unknown, opened: readonly string[]) => {
  if (error instanceof Failure) return error.message
  if (isInternal(error)) return INTERNAL
  return isAmong(opened, addressIn(error)) ? messageOf(error) : NO_CONNECTION
}

/** Sends what webhooks wait for while this server runs. */
export const startWebhooks = (services: Services) => {
  const { config, encryption, log } = services

  const post = async ({ uid, url, sealed, payload, active }: ClaimedDelivery) => {
    const secret = sealed && encryption.open(sealPurpose, sealed)
    if (!active || !secret) throw new Failure(active ? NO_SECRET : OFF)
    const body = JSON.stringify(payload)
    const headers = { 'content-type': 'application/json', 'user-agent': `vecto/${config.version}` }
    return postOutside(config.WEBHOOK_NETWORKS, {
      url: url ?? '',
      body,
      headers: { ...headers, ...signedHeaders(secret, uid, databaseTime(), body) },
    })
  }

  const deliver = async (delivery: ClaimedDelivery) => {
    const isFinal = !delivery.active
    try {
      const answer = await post(delivery)
      const ok = answer >= 200 && answer < 300
      return await recordTry(services, delivery, { ok, answer, reason: null }, isFinal)
    } catch (error) {
      const text = messageOf(error) || String(error)
      log.warn({ webhook: delivery.uid, error: text }, 'a webhook was not delivered')
      const reason = reasonOf(error, config.WEBHOOK_NETWORKS)
      return recordTry(services, delivery, { ok: false, answer: null, reason }, isFinal)
    }
  }

  return deliverDue(services, {
    resource: 'deliveries',
    item: 'webhook',
    atOnce: AT_ONCE,
    claim: most => claimDueDeliveries(services, most),
    deliver,
  })
}
