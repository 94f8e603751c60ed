import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import { registry } from '~/model/registry'
import type { Database } from '~/server/platform/database/database'
import { columnOf } from '~/server/records/tables/columns'
import { col } from './scope-where'

/** A list that must hold something while the other one is empty. */
type Requirement = { readonly resource: Resource; readonly key: string; readonly other: string }

/** The requirements that links to a resource may meet. */
export const requirementsOn = (target: string): Requirement[] =>
  Object.values<Resource>(registry).flatMap(resource =>
    Object.entries(resource.fields).flatMap(([key, { requiredUnless: other }]) =>
      other !== undefined && resource.fields[other]?.target === target ? [{ resource, key, other }] : [],
    ),
  )

/** The links of a list to what still exists: a deleted record keeps its place, so that it returns from the trash with it. */
const existing = (key: string, field: Field | undefined) =>
  sql`select 1 from ${sql.identifier(field?.target ?? '')} l where l.uid = any(${col(columnOf(key, field))})`

/** Records that the deletion of `uid`, one of `target`, would leave with both lists empty. */
export type LeftEmpty = {
  readonly resource: Resource
  /** The list that links to it. */
  readonly field: string
  readonly uids: readonly string[]
}

export const findLeftEmpty = async (
  database: Database,
  target: Resource,
  uid: string,
): Promise<LeftEmpty[]> => {
  const left: LeftEmpty[] = []
  for (const { resource, key, other } of requirementsOn(target.name)) {
    const { [key]: field, [other]: linking } = resource.fields
    const rows = await database.query<{
      uid: string
    }>(sql`select t.uid from ${sql.identifier(resource.name)} t
      where ${col(columnOf(other, linking))} @> array[${uid}]
        and not exists (${existing(key, field)}) and not exists (${existing(other, linking)} and l.uid <> ${uid})`)
    if (rows.length > 0) left.push({ resource, field: other, uids: rows.map(row => row.uid) })
  }
  return left
}
