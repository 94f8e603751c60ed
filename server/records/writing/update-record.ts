import { allows, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { covers } from '~/model/grants'
import { asObject } from '~/model/objects'
import type { ChangesOf, RecordOf } from '~/model/record-of'
import { refOf } from '~/model/refs'
import { checkTransition, isDeleted } from '~/model/states'
import type { Flat } from '~/server/platform/database/flat'
import { changeOf } from '~/server/platform/realtime/changes'
import { attachFiles } from '~/server/records/attachments/attachments'
import type { Context, Hooks, Values } from '~/server/records/hooks'
import { putInTrash } from '~/server/records/trash/put-in-trash'
import { difference, hasAlready, writeEvent } from './history'
import { checkValues, futureOwner, readBody, refuseDisabled } from './input'
import { type Address, forbidden, loadForUpdate, notThere, reload, requireRole } from './load-for-update'
import { checkRelations, syncRelations } from './relations'
import { updateRow } from './rows'

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

/** How a change is recorded. `silent` writes no history and keeps `updatedAt`, but is still published. */
export type ChangeKind = 'update' | 'delete' | 'restore' | 'silent'

type ChangeOptions = {
  readonly kind?: ChangeKind
  /** Replaces the hooks of the resource. */
  readonly hooks?: Hooks
}

/** Two changes within a millisecond must get different timestamps. */
const laterThan = (before: Flat, now: Date) =>
  new Date(Math.max(now.getTime(), Date.parse(String(before.updatedAt)) + 1))

const recordChange = async (
  context: Context,
  resource: Resource,
  kind: ChangeKind,
  before: Flat,
  after: Flat,
) => {
  const { services, tx, afterCommit } = context
  if (kind === 'silent') return services.changes.publish(tx, changeOf(resource, after, 'update'), afterCommit)
  await writeEvent(context, resource, kind, after, { changes: difference(resource, before, after) })
}

/** Applies every change of a record: state check, row, relations, hooks, event. */
export const applyChanges = async <R extends Resource>(
  context: Context,
  resource: R,
  before: RecordOf<R>,
  changes: ChangesOf<R>,
  { kind = 'update', hooks = context.services.hooksOf(resource.name) }: ChangeOptions = {},
) => {
  // A restored record returns to the state that it was deleted in.
  if (resource.states && kind !== 'restore')
    checkTransition(resource, before[resource.states.field], changes[resource.states.field])
  hooks.computeFields?.(changes)
  const stamp = kind === 'silent' ? {} : { updatedAt: laterThan(before, context.now) }
  await updateRow(context.tx, resource, before, { ...changes, ...stamp })
  await syncRelations(context, resource, before.uid, changes, before)
  const after = await reload(context, resource, before.uid)
  await hooks.afterUpdate?.(context, before, after)
  await context.services.observe(context, resource, before, after)
  await recordChange(context, resource, kind, before, after)
  return after
}

/** @throws ApiError 409 `state` for what the trash keeps as it was */
const refuseDeleted = (resource: Resource, before: Flat) => {
  if (isDeleted(resource, before))
    throw new ApiError('state', `A deleted record of ${resource.name} can only be restored`)
}

/**
 * Marks a record as deleted, by DELETE or by its status.
 * @param more changes made with the deletion
 * @throws ApiError 409 `state` if it is deleted already
 */
export const softDelete = async (context: Context, resource: Resource, before: Flat, more: Values = {}) => {
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

/** Updates a record. Grants are checked on the row before and after. Errors: 400, 403, 404, 409, 415, 422. */
export const updateRecord = async (
  context: Context,
  resource: Resource,
  { uid, parentUid }: Address,
  body: unknown,
): Promise<Flat> => {
  const hooks = context.services.hooksOf(resource.name)
  requireRole(resource, 'update', context)
  const before = await loadForUpdate(context, resource, 'update', uid, parentUid)
  refuseDeleted(resource, before)
  const { values: changes, extras } = readBody(resource, 'update', context, body, hooks.extras ?? [], before)
  refuseStale(body, before)
  refuseDisabled(resource, before, changes)
  checkValues(resource, 'update', changes, before)
  const owner = futureOwner(resource, uid, before, changes)
  if (!covers(scopeFor(resource, 'update', context.actor), owner)) throw notThere(resource, 'update')
  await checkRelations(resource, context, changes, owner.company, before)
  await attachFiles(context, resource, uid, changes, before)
  await hooks.beforeUpdate?.(context, before, changes, extras)
  if (hasAlready(resource, before, changes)) return reload(context, resource, uid)
  if (isSoftDeletion(resource, changes)) return softDelete(context, resource, before, changes)
  return applyChanges(context, resource, before, changes)
}
