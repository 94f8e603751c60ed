import { allows, labelOf, mayEverDo, scopeFor } from '~/model/access'
import type { Operation, Resource } from '~/model/define'
import { ApiError, invalidFields } from '~/model/errors'
import { covers, scopeOf } from '~/model/grants'
import { parentUidOf, uidOf } from '~/model/refs'
import { checkMove, standsIn } from '~/model/states'
import type { Flat } from '../db/flat'
import { findRow } from '../db/listing'
import { claimFiles } from '../files/claims'
import { newUid } from '../identity/tokens'
import { difference, writeEvent } from './history'
import type { Context, Hooks, Values } from './hooks'
import { checkValues, futureOwner, readBody, refuseShut, withDefaults } from './input'
import { checkLinks, keepLinks } from './links'
import { insertRow, updateRow } from './writing'

const forbidden = (resource: Resource, operation: string) =>
  new ApiError('forbidden', `Not allowed: ${operation} of ${resource.name}`)

export const notFound = (resource: Resource) =>
  new ApiError('not_found', `There is no such record in ${resource.name}`)

/** Asked for in a record that it does not live in. */
export const isElsewhere = (resource: Resource, record: Flat, parentUid: string | undefined) =>
  parentUid !== undefined && parentUidOf(resource, record) !== parentUid

/** 403 before any record is known: the role never may. */
export const requireRole = (resource: Resource, operation: Operation, context: Pick<Context, 'actor'>) => {
  if (!mayEverDo(resource, operation, context.actor)) throw forbidden(resource, operation)
}

/**
 * A record locked for the change: 404 outside what the actor may read or do, 403 within it but not theirs to change.
 * @param parentUid the record that it was asked for in
 */
export const takeRecord = async (
  context: Context,
  resource: Resource,
  hooks: Hooks,
  operation: Operation,
  uid: string,
  parentUid?: string,
): Promise<Flat> => {
  const find = (reach: Operation) =>
    findRow(context.tx, resource, uid, scopeFor(resource, reach, context.actor), true)
  const record = (await find('read')) ?? (await find(operation))
  if (!record || isElsewhere(resource, record, parentUid)) throw notFound(resource)
  if (!allows(resource, operation, context.actor, record)) throw forbidden(resource, operation)
  hooks.guard?.(context, operation, record)
  return record
}

/** Where a record was asked for. */
export type Address = { readonly uid: string; readonly parentUid?: string | undefined }

const reload = async (context: Context, resource: Resource, uid: string) => {
  const record = await findRow(context.tx, resource, uid, 'all')
  if (!record) throw notFound(resource)
  return record
}

const notThere = (resource: Resource, operation: Operation) =>
  new ApiError('forbidden', `Not allowed: ${operation} of ${resource.name} there`, {
    ...(resource.company && { fields: { [resource.company]: 'not_yours' as const } }),
  })

/** The links that an address sets; a body that names others is refused. */
const putIn = (values: Values, place: Values): Values => {
  const other = Object.keys(place).filter(key => {
    const [said, meant] = [values[key], place[key]] as ({ ref?: string } | null | undefined)[]
    return said && uidOf(said.ref ?? '') !== uidOf(meant?.ref ?? '')
  })
  if (other.length > 0) throw invalidFields(Object.fromEntries(other.map(key => [key, 'invalid'])))
  return { ...values, ...place }
}

/** Makes a record from a request's body. Errors: 400, 403, 409, 415, 422 as `model/errors.ts` says. `place`: the links that its address sets. */
export const createRecord = async (
  context: Context,
  resource: Resource,
  hooks: Hooks,
  body: unknown,
  place: Values = {},
): Promise<Flat> => {
  requireRole(resource, 'create', context)
  const uid = newUid()
  const sent = readBody(resource, 'create', context, body, hooks.extras ?? [])
  const values = withDefaults(resource, context, putIn(sent.values, place))
  await hooks.place?.(context, values, sent.extras)
  const owner = futureOwner(resource, uid, undefined, values)
  if (!covers(scopeFor(resource, 'create', context.actor), owner)) throw notThere(resource, 'create')
  checkValues(resource, 'create', values)
  await checkLinks(resource, context, values, owner.company)
  await claimFiles(context, resource, uid, values)
  await hooks.beforeCreate?.(context, values, sent.extras)
  hooks.derive?.(values)
  await insertRow(context.tx, resource, { ...values, uid, createdAt: context.now, updatedAt: context.now })
  await keepLinks(context, resource, uid, values)
  await hooks.afterCreate?.(context, { ...values, uid }, sent.extras)
  const record = await reload(context, resource, uid)
  await writeEvent(context, resource, 'create', record, { label: labelOf(resource, record) || uid })
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
  await keepLinks(context, resource, before.uid, changes, before)
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
  { uid, parentUid }: Address,
  body: unknown,
): Promise<Flat> => {
  requireRole(resource, 'update', context)
  const before = await takeRecord(context, resource, hooks, 'update', uid, parentUid)
  const { values: changes, extras } = readBody(resource, 'update', context, body, hooks.extras ?? [], before)
  refuseStale(body, before)
  refuseShut(resource, before, changes)
  checkValues(resource, 'update', changes, before)
  const owner = futureOwner(resource, uid, before, changes)
  if (!covers(scopeFor(resource, 'update', context.actor), owner)) throw notThere(resource, 'update')
  await checkLinks(resource, context, changes, owner.company)
  await claimFiles(context, resource, uid, changes, before)
  await hooks.beforeUpdate?.(context, before, changes, extras)
  if (Object.keys(changes).length === 0) return reload(context, resource, uid)
  return applyChanges(context, resource, hooks, before, changes)
}

/** Takes a delayed removal back. */
const restore = async (context: Context, resource: Resource, hooks: Hooks, record: Flat) => {
  const status = (await hooks.restored?.(context, record)) ?? 'completed'
  await applyChanges(context, resource, hooks, record, { status, deletableAt: null }, 'restore')
}

/** Runs a declared action on a record. Errors: 403, 404, 409 `state`. */
export const runAction = async (
  context: Context,
  resource: Resource,
  hooks: Hooks,
  name: string,
  { uid, parentUid }: Address,
): Promise<Flat> => {
  const action = resource.actions?.[name]
  if (!action) throw notFound(resource)
  const scope = scopeOf(action.grant, context.actor)
  if (scope === 'none') throw forbidden(resource, name)
  const record = await findRow(context.tx, resource, uid, scope, true)
  if (!record || isElsewhere(resource, record, parentUid)) throw notFound(resource)
  hooks.guard?.(context, 'update', record)
  if (!standsIn(resource, record, action.when))
    throw new ApiError('state', `${name} needs ${action.when?.join(' or ')}`, {
      params: { from: String(record[resource.states?.field ?? '']), to: name },
    })
  const work = hooks.actions?.[name]
  if (work) await work(context, record)
  else if (name === 'restore' && resource.removal === 'delayed')
    await restore(context, resource, hooks, record)
  else throw notFound(resource)
  return reload(context, resource, uid)
}
