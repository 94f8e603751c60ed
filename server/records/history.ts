import { isEmpty, labelOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import { isObject } from '~/model/objects'
import { refIn, refOf, refOfRecord } from '~/model/refs'
import { events } from '~/model/registry'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Flat } from '~/server/platform/database/tables'
import { changeOf } from '~/server/platform/realtime/changes'
import { traceId } from '~/server/platform/tracing/spans'
import type { Context, Values } from './context'
import { insertRow } from './rows'

type EventKind = 'create' | 'update' | 'delete' | 'restore' | 'view' | 'download' | 'manifest'

/** False for fields that no role may read, lazy and excluded fields, `createdAt` and `updatedAt`. */
const isRecorded = (key: string, field: Field | undefined) =>
  field !== undefined &&
  field.read?.length !== 0 &&
  !field.lazy &&
  !field.excludeFromHistory &&
  key !== 'updatedAt' &&
  key !== 'createdAt'

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null && 'ref' in value)
    return 'label' in value ? value.label : value.ref
  return value
}

/** Like `plain`, but a link is its reference, since two users may share a name. The order of languages is ignored. */
const identity = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(identity)
  const known = refIn(value) ?? plain(value)
  if (!isObject(known)) return known
  const members = Object.entries(known).map(([key, member]) => [key, identity(member)] as const)
  return members.sort(([one], [other]) => (one < other ? -1 : 1))
}

const same = (a: unknown, b: unknown) =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(identity(a)) === JSON.stringify(identity(b))

/** The record has these values already. A state is never "already": whether it may follow itself is not decided here. */
export const hasAlready = ({ states }: Resource, record: Flat, values: Values) =>
  Object.entries(values).every(
    ([path, value]) => path !== states?.field && path in record && same(record[path], value),
  )

/** The changed fields by field path: `[old, new]`, links by their label. */
export const difference = (
  resource: Resource,
  before: Flat,
  after: Flat,
): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([key, field]) => isRecorded(key, field) && !same(before[key], after[key]))
      .map(([key]) => [key, [plain(before[key]) ?? null, plain(after[key]) ?? null]]),
  )

/** The operation that subscribers receive for an event. */
const opOf = {
  create: 'create',
  delete: 'delete',
  update: 'update',
  restore: 'update',
  manifest: 'update',
} as const

/** Long names are cut: an event is one of very many. */
const MOST = 200

/** Origin of the change; empty for the server's own work. */
const originOf = ({ address, agent }: Context) => ({
  address: address.slice(0, 100) || null,
  agent: agent || null,
  trace: traceId() ?? null,
})

/** Publishes the change and writes an event, in the transaction of the change. */
export const writeEvent = async (
  context: Context,
  resource: Resource,
  event: EventKind,
  record: Values & { uid: string },
  args: object,
) => {
  const { services, tx } = context
  const owner = ownerOf(resource, record).company
  const goneWithIt = event === 'delete' && resource.company === 'uid'
  if (event !== 'download' && event !== 'view')
    await services.changes.publish(tx, changeOf(resource, record, opOf[event]), context.afterCommit)
  if (resource.withoutHistory) return
  await insertRow(tx, events, {
    uid: newUid(),
    createdAt: context.now,
    updatedAt: context.now,
    event,
    type: resource.name,
    object: refOfRecord(resource, record),
    label: [...labelOf(resource, record)].slice(0, MOST).join('') || null,
    user: context.actor.uid ? { ref: refOf('users', context.actor.uid) } : null,
    company: owner && !goneWithIt ? { ref: refOf('companies', owner) } : null,
    args,
    ...originOf(context),
  })
}
