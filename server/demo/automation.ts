import { usualEvents } from '~/model/webhook-events'
import { hashToken, newSessionToken, newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, HOUR, linkTo } from './cast'

const stamps = (createdAt: Date) => ({ createdAt, updatedAt: createdAt })

/** An API token of each company. Its secret is discarded. */
export const demoTokens = ({ companies, crew, now }: Cast): DemoRow[] =>
  companies.map((company, index) => {
    const createdAt = new Date(now.getTime() - (index + 2) * DAY)
    return {
      uid: newUid(),
      name: 'Nightly upload',
      access: 'content',
      lifetime: '90',
      user: linkTo('users', crew(company)[0]),
      company: linkTo('companies', company),
      ending: 'x7Qa',
      expiresAt: new Date(createdAt.getTime() + 90 * DAY),
      usedAt: new Date(now.getTime() - index * HOUR),
      secretHash: hashToken(newSessionToken()),
      ...stamps(createdAt),
    }
  })

/** A webhook of each company. Switched off, so that the demo sends no requests. */
export const demoWebhooks = ({ companies, now }: Cast): DemoRow[] =>
  companies.map((company, index) => ({
    uid: newUid(),
    name: 'Production planning',
    url: 'https://hooks.example.com/vecto',
    company: linkTo('companies', company),
    active: false,
    events: usualEvents,
    ...stamps(new Date(now.getTime() - (index + 3) * DAY)),
  }))

const ends = [
  { type: 'vecto.completed', status: 'delivered', answer: 204, attempts: 1, reason: null },
  { type: 'vecto.failed', status: 'failed', answer: null, attempts: 8, reason: 'connect ECONNREFUSED' },
  { type: 'quota.low', status: 'waiting', answer: 503, attempts: 2, reason: null },
] as const

/** Deliveries of the webhooks before they were switched off. */
export const demoDeliveries = ({ now }: Cast, webhooks: readonly DemoRow[]): DemoRow[] =>
  webhooks.flatMap((webhook, index) =>
    ends.map((end, step) => {
      const createdAt = new Date(now.getTime() - (index + 1) * DAY - step * HOUR)
      return {
        uid: newUid(),
        webhook: linkTo('webhooks', webhook),
        company: webhook.company,
        ...end,
        payload: { type: end.type, timestamp: createdAt.toISOString(), data: {} },
        triedAt: createdAt,
        nextAt: end.status === 'waiting' ? new Date(now.getTime() + 30 * DAY) : null,
        deliveredAt: end.status === 'delivered' ? createdAt : null,
        ...stamps(createdAt),
      }
    }),
  )
