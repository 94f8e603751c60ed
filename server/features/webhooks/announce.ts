import { sql } from 'drizzle-orm'
import { labelOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { keysOf } from '~/model/objects'
import { refOf, refOfRecord } from '~/model/refs'
import { deliveries } from '~/model/resources/deliveries'
import {
  type Announced,
  type deliveryTypes,
  type Entering,
  type WebhookEvent,
  webhookEvents,
} from '~/model/webhook-events'
import { newUid } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/tables'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Context, Observe } from '~/server/records/context'
import { insertRow } from '~/server/records/rows'
import type { RowOf } from '~/server/records/tables'

type Announcement = {
  readonly type: (typeof deliveryTypes)[number]
  readonly company: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Adds a request to the outbox, in the transaction of the change that it announces. */
export const enqueueDelivery = async (
  tx: Database,
  webhook: string,
  { type, company, data }: Announcement,
) => {
  const now = databaseTime()
  const delivery = {
    ...{ uid: newUid(), type, attempts: 0 },
    status: 'waiting' as const,
    webhook: { ref: refOf('webhooks', webhook) },
    company: { ref: refOf('companies', company) },
    payload: { type, timestamp: now.toISOString(), data },
    ...{ nextAt: now, createdAt: now, updatedAt: now },
  }
  await insertRow(tx, deliveries, delivery)
  return delivery
}

const subscribers = (tx: Database, type: WebhookEvent, company: string) =>
  tx.query<RowOf<'webhooks', 'uid'>>(
    sql`select uid from webhooks where company_uid = ${company} and active and ${type} = any(events)`,
  )

/** Enqueues an event for the subscribed webhooks of a company. @returns the enqueued deliveries */
export const announce = async (
  tx: Database,
  announcement: Announcement & { readonly type: WebhookEvent },
) => {
  const { type, company } = announcement
  const waiting: Flat[] = []
  for (const { uid } of await subscribers(tx, type, company))
    waiting.push(await enqueueDelivery(tx, uid, announcement))
  return waiting
}

/** The event of a record that entered a new state. */
export const entered = ({ name, states }: Resource, before: Flat, after: Flat): WebhookEvent | undefined => {
  const status = states && after[states.field]
  if (!states || status === before[states.field]) return undefined
  return keysOf(webhookEvents).find(type => {
    const event: Announced = webhookEvents[type]
    return event.enters?.resource === name && isEntered(event.enters, before[states.field], status)
  })
}

const isOneOf = (states: readonly string[], status: unknown) => states.some(state => state === status)

const isEntered = ({ states, butFrom = [] }: Entering, before: unknown, status: unknown) =>
  isOneOf(states, status) && !isOneOf(butFrom, before)

const factsOf = (resource: Resource, record: Flat) => ({
  ref: refOfRecord(resource, record),
  name: labelOf(resource, record),
  status: record[resource.states?.field ?? ''],
  reasonCode: record.reasonCode ?? null,
})

/** Wakes the local sender after the commit; NOTIFY wakes those of other servers. */
export const wake = async (
  { services, tx, afterCommit }: Pick<Context, 'services' | 'tx' | 'afterCommit'>,
  waiting: readonly Flat[],
) => {
  for (const each of waiting)
    await services.changes.publish(tx, changeOf(deliveries, each, 'create'), afterCommit)
}

/** Enqueues webhook deliveries when a record enters a subscribed state. */
export const announceChange: Observe = async (context, resource, before, after) => {
  const type = before && entered(resource, before, after)
  const { company } = ownerOf(resource, after)
  if (!type || !company) return
  await wake(context, await announce(context.tx, { type, company, data: factsOf(resource, after) }))
}
