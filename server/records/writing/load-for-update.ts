import { allows, canEverDo, scopeFor } from '~/model/access'
import type { Operation, Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import type { RecordOf } from '~/model/record-of'
import { parentUidOf } from '~/model/refs'
import type { Flat } from '~/server/platform/database/flat'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'

/** The uid and parent uid in a record's address. */
export type Address = { readonly uid: string; readonly parentUid?: string | undefined }

export const forbidden = (resource: Resource, operation: string) =>
  new ApiError('forbidden', `Not allowed: ${operation} of ${resource.name}`)

export const notFound = (resource: Resource) =>
  new ApiError('not_found', `There is no such record in ${resource.name}`)

/** True if the record was requested under a parent that is not its own. */
export const isElsewhere = (resource: Resource, record: Flat, parentUid: string | undefined) =>
  parentUid !== undefined && parentUidOf(resource, record) !== parentUid

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
