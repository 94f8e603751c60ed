import { sql } from 'drizzle-orm'
import { linksOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { registry } from '~/model/registry'
import type { Database, Row } from '~/server/platform/database/database'
import type { Belonging } from '~/server/records/hooks'
import { columnOf, writtenColumns } from '~/server/records/tables/columns'

/** Links that the removal of their target clears: rows of `table`, by uid. */
export type Cleared = { readonly table: string; readonly column: string; readonly uids: readonly string[] }

const identifiers = (names: readonly string[]) => sql.join(names.map(sql.identifier), sql`, `)

/** The row as the database writes it in JSON, by column: nothing is lost on its way back. */
export const readRow = async (tx: Database, { name }: Resource, uid: string) => {
  const [found] = await tx.query<{ row: Row }>(
    sql`select to_jsonb(t) as row from ${sql.identifier(name)} t where uid = ${uid}`,
  )
  return found?.row ?? {}
}

/** Writes a row back. Columns that were added since take their default; those that are gone are left out. */
export const writeRow = (tx: Database, resource: Resource, row: Row) => {
  const names = writtenColumns(resource).filter(name => name in row)
  const columns = identifiers(names)
  const table = sql.identifier(resource.name)
  return tx.run(sql`insert into ${table} (${columns}) select ${columns}
    from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)`)
}

/** Rows of a table as the database writes them in JSON. */
export type Stored = { readonly table: string; readonly rows: readonly Row[] }

export const readBelongings = async (tx: Database, belongings: readonly Belonging[], uid: string) => {
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

/** Writes rows back; as in `writeRow`, columns may have come and gone since. */
export const writeBelongings = async (tx: Database, stored: readonly Stored[]) => {
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
export const readCleared = async (tx: Database, { name }: Resource, uid: string): Promise<Cleared[]> => {
  const cleared: Cleared[] = []
  for (const { table, column } of clearable(name)) {
    const rows = await tx.query<{ uid: string }>(
      sql`select uid from ${sql.identifier(table)} where ${sql.identifier(column)} = ${uid}`,
    )
    if (rows.length > 0) cleared.push({ table, column, uids: rows.map(row => row.uid) })
  }
  return cleared
}

/** Links the record again to those that still exist and have no other link meanwhile. */
export const linkAgain = async (tx: Database, uid: string, cleared: readonly Cleared[]) => {
  for (const { table, column, uids } of cleared)
    await tx.run(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${uid}
      where uid = any(${sql.param(uids)}) and ${sql.identifier(column)} is null`)
}
