import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { ApiError, invalidFields } from '~/model/errors'
import { asObject } from '~/model/objects'
import { refOf } from '~/model/refs'
import type { Flat } from '~/server/platform/database/flat'
import { REFERRED_TO, sqlState } from '~/server/platform/database/sql-state'
import { dropFiles, filesOf } from '~/server/records/attachments/attachments'
import type { Context } from '~/server/records/hooks'
import { findLeftEmpty, requirementsOn } from '~/server/records/reading/stand-ins'
import { putInTrash } from '~/server/records/trash/put-in-trash'
import { writeEvent } from './history'
import { type Address, loadForUpdate, requireRole } from './load-for-update'
import { deleteDependents, deleteRow } from './rows'
import { applyChanges, softDelete } from './update-record'

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

/** Deletions of records that stand in for one another take turns: each sees the ones before it. @throws ApiError 409 */
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
