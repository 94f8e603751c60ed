import { sql } from 'drizzle-orm'
import { allows, labelOf, linksOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { type ScopeName, scopeNamesOf, staffRoles } from '~/model/grants'
import type { RecordOf } from '~/model/record-of'
import { refOf, refOfRecord } from '~/model/refs'
import { registry, resourceOf } from '~/model/registry'
import { trash, trashUid } from '~/model/resources/trash'
import type { Database, Row } from '~/server/platform/database/database'
import { DUPLICATE, REFERRED_TO, sqlState } from '~/server/platform/database/errors'
import type { Flat, TableRow } from '~/server/platform/database/tables'
import { changeOf } from '~/server/platform/realtime/changes'
import { forbidden, notFound } from './access'
import { applyChanges, reload } from './apply'
import type { Belonging, Context, Services } from './context'
import { writeEvent } from './history'
import { dropForeignLinks } from './links'
import { deleteRow, insertRow } from './rows'
import { columnOf, writtenColumns } from './tables'

/** Links that the removal of their target clears: rows of `table`, by uid. */
type Cleared = { readonly table: string; readonly column: string; readonly uids: readonly string[] }

const identifiers = (names: readonly string[]) => sql.join(names.map(sql.identifier), sql`, `)

/** The row in the database's JSON format, by column, which restores without loss. */
const readRow = async (tx: Database, { name }: Resource, uid: string) => {
  const [found] = await tx.query<{ row: Row }>(
    sql`select to_jsonb(t) as row from ${sql.identifier(name)} t where uid = ${uid}`,
  )
  return found?.row ?? {}
}

/** Writes a row back. Columns that were added since get their default; dropped ones are left out. */
const writeRow = (tx: Database, resource: Resource, row: Row) => {
  const names = writtenColumns(resource).filter(name => name in row)
  const columns = identifiers(names)
  const table = sql.identifier(resource.name)
  return tx.run(sql`insert into ${table} (${columns}) select ${columns}
    from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)`)
}

/** Rows of a table as the database writes them in JSON. */
type Stored = { readonly table: string; readonly rows: readonly Row[] }

const readBelongings = async (tx: Database, belongings: readonly Belonging[], uid: string) => {
  const stored: Stored[] = []
  for (const { table, column } of belongings) {
    const found = await tx.query<{ row: Row }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where ${sql.identifier(column)} = ${uid}`,
    )
    if (found.length > 0) stored.push({ table, rows: found.map(({ row }) => row) })
  }
  return stored
}

const writableColumns = async (tx: Database, table: string) =>
  (
    await tx.query<{ name: string }>(sql`select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  ).map(({ name }) => name)

/** Writes rows back; as in `writeRow`, columns may have been added and dropped since. */
const writeBelongings = async (tx: Database, stored: readonly Stored[]) => {
  for (const { table, rows } of stored) {
    const names = (await writableColumns(tx, table)).filter(name => rows.some(row => name in row))
    await tx.run(sql`insert into ${sql.identifier(table)} (${identifiers(names)}) select ${identifiers(names)}
      from jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::jsonb)`)
  }
}

const clearable = (target: string) =>
  Object.values<Resource>(registry).flatMap(resource =>
    linksOf(resource)
      .filter(([, field]) => field.clearOnDelete && field.target === target)
      .map(([key, field]) => ({ table: resource.name, column: columnOf(key, field) })),
  )

/** The links to a record that its removal clears. */
const readCleared = async (tx: Database, { name }: Resource, uid: string): Promise<Cleared[]> => {
  const cleared: Cleared[] = []
  for (const { table, column } of clearable(name)) {
    const rows = await tx.query<{ uid: string }>(
      sql`select uid from ${sql.identifier(table)} where ${sql.identifier(column)} = ${uid}`,
    )
    if (rows.length > 0) cleared.push({ table, column, uids: rows.map(row => row.uid) })
  }
  return cleared
}

/** Restores links to the record from rows that still exist and have not been linked elsewhere since. */
const linkAgain = async (tx: Database, uid: string, cleared: readonly Cleared[]) => {
  for (const { table, column, uids } of cleared)
    await tx.run(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${uid}
      where uid = any(${sql.param(uids)}) and ${sql.identifier(column)} is null`)
}

const DAY = 86_400_000
/** Characters of a name that the list shows. */
const MOST = 200

/** Content of a trash entry: the record's API representation, its row, the ids of its files, and its dependents. */
type Kept = {
  readonly record: Flat
  readonly row: Row
  readonly files: readonly string[]
  readonly cleared: readonly Cleared[]
  readonly belongings?: readonly Stored[]
}

/** Moves files from one owner to another: files of trashed records are not served, and not removed as orphans. */
const moveFiles = async (tx: Database, from: string, to: string) =>
  (
    await tx.query<TableRow<'files', 'id'>>(
      sql`update files set owner = ${to} where owner = ${from} returning id`,
    )
  ).map(({ id }) => id)

/** Whether only its owner may delete a record. Colleagues may not find it in the trash either. */
const isPersonal = (resource: Resource) =>
  resource.user !== undefined &&
  staffRoles.every(role => scopeNamesOf(resource.grants.delete, role).every(isOwnersOrAll))

const isOwnersOrAll = (scope: ScopeName) => scope === 'self' || scope === 'all'

/** Owner of the trash entry: only the record's owner, or its company. */
const holderOf = (resource: Resource, record: Flat) => {
  if (!isPersonal(resource)) return { company: companyLink(resource, record), user: null }
  const { user } = ownerOf(resource, record)
  return { company: null, user: user ? { ref: refOf('users', user) } : null }
}

/** Company of the trash entry; none for a deleted company itself, which only root finds. */
const companyLink = (resource: Resource, record: Flat) => {
  const { company } = ownerOf(resource, record)
  return company && resource.company !== 'uid' ? { ref: refOf('companies', company) } : null
}

/** Days that records of a resource stay in the trash; 0: they do not get there. */
export const trashDaysOf = ({ config }: Pick<Services, 'config'>, { removal }: Resource) =>
  removal === undefined || removal === 'soft' ? config.TRASH_DAYS : 0

/**
 * Stores a copy of a record that is about to be removed or marked as deleted, with its files, in the same transaction. Links
 * to a record that is only marked stay.
 */
export const putInTrash = async (context: Context, resource: Resource, record: Flat) => {
  const { tx, now, services, actor } = context
  const days = trashDaysOf(services, resource)
  if (days === 0) return
  const uid = trashUid(resource.name, record.uid)
  const kept: Kept = {
    record,
    row: await readRow(tx, resource, record.uid),
    files: await moveFiles(tx, refOf(resource.name, record.uid), refOf(trash.name, uid)),
    cleared: resource.removal ? [] : await readCleared(tx, resource, record.uid),
    belongings: await readBelongings(tx, services.hooksOf(resource.name).belongings ?? [], record.uid),
  }
  const values = {
    uid,
    createdAt: now,
    updatedAt: now,
    type: resource.name,
    object: refOfRecord(resource, record),
    label: [...labelOf(resource, record)].slice(0, MOST).join(''),
    ...holderOf(resource, record),
    by: actor.uid ? { ref: refOf('users', actor.uid) } : null,
    purgeAt: new Date(now.getTime() + days * DAY),
    content: kept,
  }
  // Typed as any resource: the filter of the trash does not offer all types that it stores.
  await insertRow<Resource, typeof values>(tx, trash, values)
  await services.changes.publish(tx, changeOf(trash, values, 'create'), context.afterCommit)
}

type Trashed = RecordOf<typeof trash>

/** Reads the stored content of a record in the trash, and its definition. A company that is deleted too is left out. */
export const readKept = async ({ tx }: Context, { uid, type, company }: Trashed) => {
  const [row] = await tx.query<{ content: Kept }>(sql`select content from trash where uid = ${uid}`)
  if (!row) throw notFound(trash)
  const resource = resourceOf(String(type))
  const key = resource.company
  const record: Flat =
    key === undefined || key === 'uid' ? row.content.record : { ...row.content.record, [key]: company }
  return { resource, kept: row.content, record }
}

/** Requires the right to delete a record, which includes restoring and permanently deleting it. @throws ApiError 403 */
export const requireDeletion = (context: Context, resource: Resource, record: Flat) => {
  if (!allows(resource, 'delete', context.actor, record)) throw forbidden(resource, 'delete')
  context.services.hooksOf(resource.name).authorize?.(context, 'delete', record)
}

/** Errors of the database on restore: the record's place is taken, or its parent is deleted. */
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

/** Inserts the row of a record that was removed from its table, and writes an event to its history. */
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
 * @param trashed locked by the caller: of two concurrent restores, the second finds nothing
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

/** Refuses to restore a record because the maximum number of its kind exists. */
export const restoreFull = (name: string, limit: number) =>
  new ApiError('restore_full', 'There are as many as there may be', { params: { name, limit } })
