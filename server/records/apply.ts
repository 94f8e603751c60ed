import { allows, canEverDo, scopeFor } from '~/model/access'
import type { Operation, Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import type { ChangesOf, RecordOf } from '~/model/record-of'
import { checkTransition } from '~/model/states'
import type { Flat } from '~/server/platform/database/tables'
import { changeOf } from '~/server/platform/realtime/changes'
import { forbidden, isElsewhere, notFound } from './access'
import type { Context, Hooks } from './context'
import { difference, writeEvent } from './history'
import { syncRelations } from './links'
import { findRow } from './list'
import { updateRow } from './rows'

/** The uid and parent uid in a record's address. */
export type Address = { readonly uid: string; readonly parentUid?: string | undefined }

/** @throws ApiError 403 before the record is loaded if the role never has the right */
export const requireRole = (resource: Resource, operation: Operation, context: Pick<Context, 'actor'>) => {
  if (!canEverDo(resource, operation, context.actor)) throw forbidden(resource, operation)
}

/**
 * Loads and locks a record for a change. 404 outside the actor's read and operation scopes; 403 within them
 * if the operation is not allowed.
 * @param parentUid the parent in the requested address
 */
export const loadForUpdate = async <R extends Resource>(
  context: Context,
  resource: R,
  operation: Operation,
  uid: string,
  parentUid?: string,
): Promise<RecordOf<R>> => {
  const find = (reach: Operation) =>
    findRow(context.tx, resource, uid, scopeFor(resource, reach, context.actor), true)
  const record = (await find('read')) ?? (await find(operation))
  if (!record || isElsewhere(resource, record, parentUid)) throw notFound(resource)
  if (!allows(resource, operation, context.actor, record)) throw forbidden(resource, operation)
  context.services.hooksOf(resource.name).authorize?.(context, operation, record)
  return record
}

export const reload = async <R extends Resource>(
  context: Context,
  resource: R,
  uid: string,
): Promise<RecordOf<R>> => {
  const record = await findRow(context.tx, resource, uid, 'all')
  if (!record) throw notFound(resource)
  return record
}

export const notThere = (resource: Resource, operation: Operation) =>
  new ApiError('forbidden', `Not allowed: ${operation} of ${resource.name} there`, {
    ...(resource.company && { fields: { [resource.company]: 'not_yours' as const } }),
  })

/** Kind under which a change is recorded. `silent` writes no history and keeps `updatedAt`, but is still published. */
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
