import { sql } from 'drizzle-orm'
import { linksOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { registry } from '~/model/registry'
import type { Database, Row } from '~/server/platform/database/database'
import { columnOf, writtenColumns } from '~/server/records/tables/columns'

/** Links that the removal of their target clears: rows of `table`, by uid. */
export type Cleared = { readonly table: string; readonly column: string; readonly uids: readonly string[] }

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
  const columns = sql.join(
    names.map(name => sql.identifier(name)),
    sql`, `,
  )
  const table = sql.identifier(resource.name)
  return tx.run(sql`insert into ${table} (${columns}) select ${columns}
    from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)`)
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
