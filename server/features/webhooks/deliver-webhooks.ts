import { messageOf } from '~/model/errors'
import { databaseTime } from '~/server/platform/database/clock'
import { InternalAddress } from '~/server/platform/http/outside-addresses'
import { postOutside } from '~/server/platform/http/post-outside'
import { deliverDue } from '~/server/platform/queue/deliver-due'
import type { Services } from '~/server/records/services'
import { type ClaimedDelivery, claimDueDeliveries, recordTry } from './delivery-outbox'
import { sealPurpose, signedHeaders } from './signature'

const AT_ONCE = 20
const OFF = 'The webhook is switched off'
const NO_SECRET = 'The secret cannot be read with the keys of this server'

const isInternal = (error: unknown) =>
  error instanceof InternalAddress || (error instanceof Error && error.cause instanceof InternalAddress)

/** Sends what webhooks wait for while this server runs. */
export const startWebhooks = (services: Services) => {
  const { config, encryption, log } = services

  const post = async ({ uid, url, sealed, payload, active }: ClaimedDelivery) => {
    const secret = sealed && encryption.open(sealPurpose, sealed)
    if (!active || !secret) throw new Error(active ? NO_SECRET : OFF)
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
      // Customers read the reason: where a name leads inside the provider's network is not theirs to learn.
      const reason = isInternal(error) ? 'The name leads to an internal address' : text
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
