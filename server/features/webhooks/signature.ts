import { createHmac } from 'node:crypto'

/** What the secrets of webhooks are encrypted for. */
export const sealPurpose = 'webhook'

/**
 * The headers of the Standard Webhooks specification: id, time in seconds, HMAC-SHA256 of both and the body.
 * @param secret `whsec_` and the key in base64
 */
export const signedHeaders = (secret: string, id: string, now: Date, body: string) => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const time = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
}
