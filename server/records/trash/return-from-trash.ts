import { sql } from 'drizzle-orm'
import { allows } from '~/model/access'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import type { RecordOf } from '~/model/record-of'
import { refOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { trash } from '~/model/resources/trash'
import type { Flat } from '~/server/platform/database/flat'
import { DUPLICATE, REFERRED_TO, sqlState } from '~/server/platform/database/sql-state'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Context } from '~/server/records/hooks'
import { writeEvent } from '~/server/records/writing/history'
import { forbidden, notFound, reload } from '~/server/records/writing/load-for-update'
import { dropForeignLinks } from '~/server/records/writing/relations'
import { deleteRow } from '~/server/records/writing/rows'
import { applyChanges } from '~/server/records/writing/update-record'
import { type Kept, moveFiles } from './put-in-trash'
import { linkAgain, writeBelongings, writeRow } from './stored-row'

type Trashed = RecordOf<typeof trash>

/** What is kept of a record in the trash, and its definition. Its company, if that is gone too, is left out. */
export const readKept = async ({ tx }: Context, { uid, type, company }: Trashed) => {
  const [row] = await tx.query<{ content: Kept }>(sql`select content from trash where uid = ${uid}`)
  if (!row) throw notFound(trash)
  const resource = resourceOf(String(type))
  const key = resource.company
  const record: Flat =
    key === undefined || key === 'uid' ? row.content.record : { ...row.content.record, [key]: company }
  return { resource, kept: row.content, record }
}

/** Whoever may delete a record may also restore it, or delete it for good. @throws ApiError 403 */
export const requireDeletion = (context: Context, resource: Resource, record: Flat) => {
  if (!allows(resource, 'delete', context.actor, record)) throw forbidden(resource, 'delete')
  context.services.hooksOf(resource.name).authorize?.(context, 'delete', record)
}

/** What the database refuses: its place is taken, or what it belongs to is gone. */
const refusals: Readonly<Record<string, (label: string) => ApiError>> = {
  [DUPLICATE]: label =>
    new ApiError('restore_taken', 'Another record has taken its place', { params: { name: label } }),
  [REFERRED_TO]: label =>
    new ApiError('restore_missing', 'What it belongs to does not exist any more', {
      params: { name: label },
    }),
}

/** @throws ApiError 409 restore_taken, restore_missing */
const returning = async ({ tx }: Context, label: string, work: () => Promise<unknown>) => {
  await tx.run(sql`savepoint return`)
  try {
    await work()
  } catch (error) {
    const refusal = refusals[sqlState(error) ?? '']
    if (!refusal) throw error
    await tx.run(sql`rollback to savepoint return`)
    throw refusal(label)
  }
}

/** Inserts the row of a record that had left its table, and tells its history. */
const insertAgain = async (context: Context, resource: Resource, kept: Kept, label: string) => {
  const { uid } = kept.record
  const { tx } = context
  await returning(context, label, () => writeRow(tx, resource, kept.row))
  await linkAgain(tx, uid, kept.cleared)
  await dropForeignLinks(context, resource, uid)
  await context.services.hooksOf(resource.name).afterReturn?.(context, await reload(context, resource, uid))
  await writeEvent(context, resource, 'restore', await reload(context, resource, uid), { label })
}

/** Takes the mark off a record that stayed in its table. */
const unmark = async (context: Context, resource: Resource, { record }: Kept, label: string) => {
  const marked = await reload(context, resource, record.uid)
  const changes = { status: record.status, deletedAt: null, deletedBy: null }
  await returning(context, label, () => applyChanges(context, resource, marked, changes, { kind: 'restore' }))
}

/**
 * Puts a record back where it was, with its files and the links to it, and takes it out of the trash.
 * @param trashed locked by the caller: of two who restore it, the second finds nothing
 * @throws ApiError 403; 409 restore_taken, restore_missing, quota
 */
export const returnFromTrash = async (context: Context, trashed: Trashed) => {
  const { tx, services, afterCommit } = context
  const { resource, kept, record } = await readKept(context, trashed)
  const hooks = services.hooksOf(resource.name)
  const label = trashed.label ?? ''
  requireDeletion(context, resource, record)
  await hooks.beforeReturn?.(context, record)
  await moveFiles(tx, refOf(trash.name, trashed.uid), refOf(resource.name, record.uid))
  await (resource.removal === 'soft' ? unmark : insertAgain)(context, resource, kept, label)
  await returning(context, label, () => writeBelongings(tx, kept.belongings ?? []))
  await deleteRow(tx, trash, trashed.uid)
  await services.changes.publish(tx, changeOf(trash, trashed, 'delete'), afterCommit)
}
