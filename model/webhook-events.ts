import { keysOf } from './objects'

/** A record of the resource enters one of these states, other than back from one of `butFrom`. */
export type Entering = {
  readonly resource: string
  readonly states: readonly string[]
  readonly butFrom?: readonly string[]
}

export type Announced = {
  /** The box of a webhook that subscribes to it. */
  readonly box: string
  readonly enters?: Entering
}

/** Events that webhooks subscribe to, by the `type` of the request. */
export const webhookEvents = {
  'video.completed': {
    box: 'on.videoCompleted',
    enters: { resource: 'videos', states: ['completed'] },
  },
  'video.failed': { box: 'on.videoFailed', enters: { resource: 'videos', states: ['ko', 'timeout'] } },
  'vecto.completed': {
    box: 'on.vectoCompleted',
    enters: { resource: 'vectos', states: ['completed'], butFrom: ['renaming'] },
  },
  'vecto.failed': { box: 'on.vectoFailed', enters: { resource: 'vectos', states: ['ko', 'timeout'] } },
  /** Four fifths of the company's minutes are used. */
  'quota.low': { box: 'on.quotaLow' },
} as const satisfies Readonly<Record<string, Announced>>

export type WebhookEvent = keyof typeof webhookEvents

/** Types of requests; `test` is sent by a user. */
export const deliveryTypes = [...keysOf(webhookEvents), 'test'] as const
