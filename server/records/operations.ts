import { allows, mayEverDo, scopeFor } from '~/model/access'
import type { Operation, Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { covers, scopeOf } from '~/model/grants'
import { checkMove, standsIn } from '~/model/states'
import type { Flat } from '../db/flat'
import { findRow } from '../db/listing'
import { claimFiles } from '../files/claims'
import { newUid } from '../identity/tokens'
import { difference, writeEvent } from './history'
import type { Context, Hooks, Values } from './hooks'
import { checkLinks, checkValues, futureOwner, readBody, withDefaults } from './input'
import { insertRow, updateRow } from './writing'

const forbidden = (resource: Resource, operation: string) =>
  new ApiError('forbidden', `Not allowed: ${operation} of ${resource.name}`)

export const notFound = (resource: Resource) =>
  new ApiError('not_found', `There is no such record in ${resource.name}`)

/** 403 before any record is known: the role never may. */
export const requireRole = (resource: Resource, operation: Operation, context: Pick<Context, 'actor'>) => {
  if (!mayEverDo(resource, operation, context.actor)) throw forbidden(resource, operation)
}

/** A record that the actor may read, locked for the change: 404 outside their reach, 403 within it but not theirs to change. */
export const takeRecord = async (
  context: Context,
  resource: Resource,
  hooks: Hooks,
  operation: Operation,
  uid: string,
): Promise<Flat> => {
  const record = await findRow(context.tx, resource, uid, scopeFor(resource, 'read', context.actor), true)
  if (!record) throw notFound(resource)
  if (!allows(resource, operation, context.actor, record)) throw forbidden(resource, operation)
  hooks.guard?.(context, operation, record)
  return record
}

const reload = async (context: Context, resource: Resource, uid: string) => {
  const record = await findRow(context.tx, resource, uid, 'all')
  if (!record) throw notFound(resource)
  return record
}

/** Makes a record from a request's body. Errors: 400, 403, 409, 415, 422 as `model/errors.ts` says. */
export const createRecord = async (
  context: Context,
  resource: Resource,
  hooks: Hooks,
  body: unknown,
): Promise<Flat> => {
  requireRole(resource, 'create', context)
  const uid = newUid()
  const sent = readBody(resource, 'create', context, body, hooks.extras ?? [])
  const values = withDefaults(resource, context, sent.values)
  checkValues(resource, 'create', values)
  if (!covers(scopeFor(resource, 'create', context.actor), futureOwner(resource, uid, undefined, values)))
    throw new ApiError('forbidden', `Not allowed: create of ${resource.name} there`, {
      fields: { [resource.company]: 'not_yours' },
    })
  await checkLinks(resource, context, values)
  await claimFiles(context, resource, uid, values)
  await hooks.beforeCreate?.(context, values, sent.extras)
  hooks.derive?.(values)
  await insertRow(context.tx, resource, { ...values, uid, createdAt: context.now, updatedAt: context.now })
  await hooks.afterCreate?.(context, { ...values, uid })
  const record = await reload(context, resource, uid)
  await writeEvent(context, resource, 'create', record, { label: record.name ?? record.email ?? uid })
  return record
}

const refuseStale = (body: unknown, before: Flat) => {
  const based = (body as { updatedAt?: unknown } | null)?.updatedAt
  if (based !== undefined && based !== null && based !== before.updatedAt)
    throw new ApiError('stale', 'The record has changed since it was read', { current: before })
}

/** The one way a record changes: its state, its row, what hangs on it, and the event that tells it. */
export const applyChanges = async (
  context: Context,
  resource: Resource,
  hooks: Hooks,
  before: Flat,
  changes: Values,
  event: 'update' | 'delete' | 'restore' = 'update',
) => {
  if (resource.states) checkMove(resource, before[resource.states.field], changes[resource.states.field])
  hooks.derive?.(changes)
  // Two changes within a millisecond must not look like one.
  const updatedAt = new Date(Math.max(context.now.getTime(), Date.parse(String(before.updatedAt)) + 1))
  await updateRow(context.tx, resource, before.uid, { ...changes, updatedAt }, before)
  const after = await reload(context, resource, before.uid)
  await hooks.afterUpdate?.(context, before, after)
  await writeEvent(context, resource, event, after, { changes: difference(resource, before, after) })
  return after
}

/** Changes a record. The grant is tested on the row before and after. Errors: 400, 403, 404, 409, 415, 422. */
export const updateRecord = async (
  context: Context,
  resource: Resource,
  hooks: Hooks,
  uid: string,
  body: unknown,
): Promise<Flat> => {
  requireRole(resource, 'update', context)
  const before = await takeRecord(context, resource, hooks, 'update', uid)
  const { values: changes, extras } = readBody(resource, 'update', context, body, hooks.extras ?? [], before)
  refuseStale(body, before)
  checkValues(resource, 'update', changes, before)
  if (!covers(scopeFor(resource, 'update', context.actor), futureOwner(resource, uid, before, changes)))
    throw new ApiError('forbidden', `Not allowed: ${resource.name} cannot go there`, {
      fields: { [resource.company]: 'not_yours' },
    })
  await checkLinks(resource, context, changes)
  await claimFiles(context, resource, uid, changes, before)
  await hooks.beforeUpdate?.(context, before, changes, extras)
  if (Object.keys(changes).length === 0) return before
  return applyChanges(context, resource, hooks, before, changes)
}

/** Runs a declared action on a record. Errors: 403, 404, 409 `state`. */
export const runAction = async (
  context: Context,
  resource: Resource,
  hooks: Hooks,
  name: string,
  uid: string,
): Promise<Flat> => {
  const action = resource.actions?.[name]
  const work = hooks.actions?.[name]
  if (!action || !work) throw notFound(resource)
  const scope = scopeOf(action.grant, context.actor)
  if (scope === 'none') throw forbidden(resource, name)
  const record = await findRow(context.tx, resource, uid, scope, true)
  if (!record) throw notFound(resource)
  hooks.guard?.(context, 'update', record)
  if (!standsIn(resource, record, action.when))
    throw new ApiError('state', `${name} needs ${action.when?.join(' or ')}`, {
      params: { from: String(record[resource.states?.field ?? '']), to: name },
    })
  await work(context, record)
  return reload(context, resource, uid)
}
