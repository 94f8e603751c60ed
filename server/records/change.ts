import { sql } from 'drizzle-orm'
import { allows, labelOf, ownerOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { ApiError, invalidFields } from '~/model/errors'
import { covers, scopeOf } from '~/model/grants'
import { asObject } from '~/model/objects'
import type { RecordOf } from '~/model/record-of'
import { refIn, refOf, uidOf } from '~/model/refs'
import { isAvailableFor, isDeleted } from '~/model/states'
import { newUid } from '~/server/platform/crypto/tokens'
import { REFERRED_TO, sqlState } from '~/server/platform/database/errors'
import type { Flat } from '~/server/platform/database/tables'
import { forbidden, isElsewhere, notFound } from './access'
import { type Address, applyChanges, loadForUpdate, notThere, reload, requireRole } from './apply'
import type { Context, Hooks, Values } from './context'
import { attachFiles, dropFiles, filesOf } from './files'
import { hasAlready, writeEvent } from './history'
import { checkValues, futureOwner, readBody, refuseDisabled, withDefaults } from './input'
import { checkRelations, syncRelations } from './links'
import { findRow } from './list'
import { attachPictures } from './pictures'
import { deleteDependents, deleteRow, insertRow } from './rows'
import { putInTrash } from './trash'
import { findLeftEmpty, requirementsOn } from './uses'

/** Adds the links that the address sets. Rejects a body that names other ones. */
const putIn = (values: Values, place: Values): Values => {
  const other = Object.keys(place).filter(key => {
    return values[key] && uidOf(refIn(values[key]) ?? '') !== uidOf(refIn(place[key]) ?? '')
  })
  if (other.length > 0) throw invalidFields(Object.fromEntries(other.map(key => [key, 'invalid'])))
  return { ...values, ...place }
}

/**
 * Creates a record from a request body. Errors: 400, 403, 409, 415, 422 (see `model/errors.ts`). `place`
 * holds the links that its address sets.
 */
export const createRecord = async <R extends Resource>(
  context: Context,
  resource: R,
  body: unknown,
  place: Values = {},
  hooks: Hooks = context.services.hooksOf(resource.name),
): Promise<RecordOf<R>> => {
  requireRole(resource, 'create', context)
  const uid = newUid()
  const sent = readBody(resource, 'create', context, body, hooks.extras ?? [])
  const values = withDefaults(resource, context, putIn(sent.values, place))
  await hooks.fillIn?.(context, values, sent.extras)
  const owner = futureOwner(resource, uid, undefined, values)
  if (!covers(scopeFor(resource, 'create', context.actor), owner)) throw notThere(resource, 'create')
  checkValues(resource, 'create', values)
  await checkRelations(resource, context, values, owner.company)
  await attachFiles(context, resource, uid, values)
  await attachPictures(context, resource, uid, values)
  await hooks.beforeCreate?.(context, values, sent.extras)
  hooks.computeFields?.(values)
  const row = { ...values, uid, createdAt: context.now, updatedAt: context.now }
  await insertRow<Resource, Values & typeof row>(context.tx, resource, row)
  await syncRelations(context, resource, uid, values)
  await hooks.afterCreate?.(context, { ...values, uid }, sent.extras)
  const record = await reload(context, resource, uid)
  await context.services.observe(context, resource, undefined, record)
  await writeEvent(context, resource, 'create', record, { label: labelOf(resource, record) || uid })
  return record
}

/** The record has changed since its edit began. Routes answer the record as its reader may see it. */
export class StaleRecord extends ApiError {
  constructor(readonly record: Flat) {
    super('stale', 'The record has changed since it was read')
  }
}

const refuseStale = (body: unknown, before: Flat) => {
  const based = asObject(body).updatedAt
  if (based !== undefined && based !== null && based !== before.updatedAt) throw new StaleRecord(before)
}

/** @throws ApiError 409 `state` for a record in the trash, which must not change */
const refuseDeleted = (resource: Resource, before: Flat) => {
  if (isDeleted(resource, before))
    throw new ApiError('state', `A deleted record of ${resource.name} can only be restored`)
}

/**
 * Marks a record as deleted, by DELETE or by its status.
 * @param more changes made with the deletion
 * @throws ApiError 409 `state` if it is deleted already
 */
const softDelete = async (context: Context, resource: Resource, before: Flat, more: Values = {}) => {
  refuseDeleted(resource, before)
  const hooks = context.services.hooksOf(resource.name)
  requireRole(resource, 'delete', context)
  if (!allows(resource, 'delete', context.actor, before)) throw forbidden(resource, 'delete')
  hooks.authorize?.(context, 'delete', before)
  return markDeleted(context, resource, before, more)
}

/** Marks a record as deleted whose deletion the caller has authorized. @throws ApiError 409 `state` if it is deleted already */
export const markDeleted = async (context: Context, resource: Resource, before: Flat, more: Values = {}) => {
  refuseDeleted(resource, before)
  await context.services.hooksOf(resource.name).beforeDelete?.(context, before)
  await putInTrash(context, resource, before)
  const deletedBy = { ref: refOf('users', context.actor.uid) }
  const deletion = { status: 'deleted', deletedAt: context.now, deletedBy }
  return applyChanges(context, resource, before, { ...more, ...deletion }, { kind: 'delete' })
}

const isSoftDeletion = ({ removal }: Resource, { status }: Values) =>
  removal === 'soft' && status === 'deleted'

/**
 * Updates a record that was loaded and locked for it. Grants are checked on the row before and after.
 * @throws ApiError 400, 403, 409, 415, 422
 */
export const updateLoaded = async (
  context: Context,
  resource: Resource,
  before: Flat,
  body: unknown,
): Promise<Flat> => {
  const { uid } = before
  const hooks = context.services.hooksOf(resource.name)
  refuseDeleted(resource, before)
  const { values: changes, extras } = readBody(resource, 'update', context, body, hooks.extras ?? [], before)
  refuseStale(body, before)
  refuseDisabled(resource, before, changes)
  checkValues(resource, 'update', changes, before)
  const owner = futureOwner(resource, uid, before, changes)
  if (!covers(scopeFor(resource, 'update', context.actor), owner)) throw notThere(resource, 'update')
  await checkRelations(resource, context, changes, owner.company, before)
  await attachFiles(context, resource, uid, changes, before)
  await attachPictures(context, resource, uid, changes, before)
  await hooks.beforeUpdate?.(context, before, changes, extras)
  if (hasAlready(resource, before, changes)) return reload(context, resource, uid)
  if (isSoftDeletion(resource, changes)) return softDelete(context, resource, before, changes)
  return applyChanges(context, resource, before, changes)
}

/** The change of a user who is invited: their own account becomes active. */
const activate = (context: Context, resource: Resource, before: Flat, body: unknown) => {
  const { activate: work } = context.services.hooksOf(resource.name)
  if (!work || before.uid !== context.actor.uid) throw forbidden(resource, 'update')
  return work(context, before, asObject(body))
}

/** Loads, locks and updates a record. Errors: 400, 403, 404, 409, 415, 422. */
export const updateRecord = async (
  context: Context,
  resource: Resource,
  { uid, parentUid }: Address,
  body: unknown,
): Promise<Flat> => {
  requireRole(resource, 'update', context)
  const before = await loadForUpdate(context, resource, 'update', uid, parentUid)
  if (context.pending) return activate(context, resource, before, body)
  return updateLoaded(context, resource, before, body)
}

const DAY = 86_400_000
const MAX_DELAY = 3650

const readDelay = (body: unknown) => {
  const delay = asObject(body).delay ?? 0
  if (typeof delay !== 'number' || !Number.isInteger(delay) || delay < 0 || delay > MAX_DELAY)
    throw invalidFields({ delay: 'invalid' })
  return delay
}

const referredTo = (by: string) =>
  new ApiError('referred_to', `Other records refer to it: ${by}`, { params: { by } })

/** Serializes deletions of interchangeable records: the last one cannot be deleted. @throws ApiError 409 */
const refuseLast = async ({ tx }: Context, resource: Resource, uid: string) => {
  if (requirementsOn(resource.name).length === 0) return
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`last of ${resource.name}`}))`)
  const [needs] = await findLeftEmpty(tx, resource, uid)
  if (needs) throw referredTo(needs.resource.name)
}

/** Removes the row and its files. @throws ApiError 409 referred_to, naming the table that refers to it */
export const removeForGood = async (context: Context, resource: Resource, record: Flat) => {
  const hooks = context.services.hooksOf(resource.name)
  await refuseLast(context, resource, record.uid)
  await hooks.beforeRemove?.(context, record)
  await deleteDependents(context.tx, resource, record.uid)
  await dropFiles(context, await filesOf(context.tx, refOf(resource.name, record.uid)))
  await context.tx.run(sql`savepoint removal`)
  try {
    await deleteRow(context.tx, resource, record.uid)
  } catch (error) {
    if (sqlState(error) !== REFERRED_TO) throw error
    await context.tx.run(sql`rollback to savepoint removal`)
    const by = error instanceof Error && 'table' in error ? String(error.table) : 'records'
    throw referredTo(by)
  }
  await hooks.afterRemove?.(context, record)
}

/**
 * Deletes a record as its definition specifies: moved to the trash, marked `deleted`, or marked `deletable` until its
 * date.
 * @param body `{delay}` in days for a delayed removal; 0 if absent, which means the next sweep
 */
export const deleteRecord = async (
  context: Context,
  resource: Resource,
  { uid, parentUid }: Address,
  body: unknown,
): Promise<Flat> => {
  const hooks = context.services.hooksOf(resource.name)
  requireRole(resource, 'delete', context)
  const before = await loadForUpdate(context, resource, 'delete', uid, parentUid)
  if (resource.removal === 'soft') return softDelete(context, resource, before)
  await hooks.beforeDelete?.(context, before)
  if (hooks.insteadOfDelete) return hooks.insteadOfDelete(context, before)
  if (resource.removal === 'delayed') {
    const deletableAt = new Date(context.now.getTime() + readDelay(body) * DAY)
    return applyChanges(context, resource, before, { status: 'deletable', deletableAt }, { kind: 'delete' })
  }
  await putInTrash(context, resource, before)
  await removeForGood(context, resource, before)
  await writeEvent(context, resource, 'delete', before, { label: before.name ?? uid })
  return before
}

/** Cancels a delayed removal. */
const restore = async (context: Context, resource: Resource, record: Flat) => {
  const status =
    (await context.services.hooksOf(resource.name).restoredStatus?.(context, record)) ?? 'completed'
  await applyChanges(context, resource, record, { status, deletableAt: null }, { kind: 'restore' })
}

/** The default implementation of an action that has no hook. */
const standard: Readonly<Record<string, typeof restore>> = { restore }

/** Runs a declared action on a record, which it may remove. Errors: 403, 404, 409 `state`. */
export const runAction = async (
  context: Context,
  resource: Resource,
  name: string,
  { uid, parentUid }: Address,
): Promise<Flat> => {
  const hooks = context.services.hooksOf(resource.name)
  const action = resource.actions?.[name]
  if (!action) throw notFound(resource)
  const scope = scopeOf(action.grant, context.actor)
  if (scope === 'none') throw forbidden(resource, name)
  const record = await findRow(context.tx, resource, uid, scope, true)
  if (!record || isElsewhere(resource, record, parentUid)) throw notFound(resource)
  hooks.authorize?.(context, 'update', record)
  if (action.notOnSelf && ownerOf(resource, record).user === context.actor.uid)
    throw forbidden(resource, name)
  if (!isAvailableFor(resource, record, action))
    throw new ApiError('state', `${name} needs ${action.enabledBy ?? action.when?.join(' or ')}`, {
      params: { from: String(record[resource.states?.field ?? '']), to: name },
    })
  const own = hooks.actions?.[name]
  const work = own ? () => own(context, record) : standard[name]
  if (!work) throw notFound(resource)
  await work(context, resource, record)
  return (await findRow(context.tx, resource, uid, 'all')) ?? record
}
