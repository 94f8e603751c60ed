import { keysOf } from './objects'

/** A record of the resource enters one of these states, other than back from one of `butFrom`. */
export type Entering = {
  readonly resource: string
  readonly states: readonly string[]
  readonly butFrom?: readonly string[]
}

export type Announced = {
  /** The change of a record that it announces; absent: code of a feature announces it. */
  readonly enters?: Entering
}

/** Events that webhooks subscribe to, by the `type` of the request. */
export const webhookEvents = {
  'vecto.completed': { enters: { resource: 'vectos', states: ['completed'], butFrom: ['renaming'] } },
  'vecto.failed': { enters: { resource: 'vectos', states: ['ko', 'timeout'] } },
  'video.completed': { enters: { resource: 'videos', states: ['completed'] } },
  'video.failed': { enters: { resource: 'videos', states: ['ko', 'timeout'] } },
  /** Four fifths of the company's minutes are used. */
  'quota.low': {},
} as const satisfies Readonly<Record<string, Announced>>

export type WebhookEvent = keyof typeof webhookEvents

/** Events of a new webhook, unless it names its own. */
export const usualEvents = ['vecto.completed', 'vecto.failed', 'quota.low'] as const satisfies WebhookEvent[]

/** Types of requests; `test` is sent by a user. */
export const deliveryTypes = [...keysOf(webhookEvents), 'test'] as const
