import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import { oncePer } from '~/model/once-per'
import type { RecordOf } from '~/model/record-of'
import { refTo } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import type { Row } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/flat'
import { columnOf, hasColumn } from '~/server/records/tables/columns'
import { labelSql } from './where'

const labelColumn = (key: string) => `${columnOf(key, undefined)}_label`
const parentColumn = (key: string) => `${columnOf(key, undefined)}_parent`

/** Stored in the row and returned with it. */
const isShown = (field: Field) => hasColumn(field) && !field.lazy

const targetOf = (field: Field) => resourceOf(field.target ?? '')

/** The column of a nested resource that holds its parent. */
const columnOfParent = ({ parent, fields }: Resource) =>
  sql.identifier(columnOf(parent ?? '', fields[parent ?? '']))

/** Selects the label of a link's target and, for a nested target, its parent. */
const linkParts = (key: string, field: Field): SQL[] => {
  const target = targetOf(field)
  const column = sql.identifier(columnOf(key, field))
  const read = (what: SQL, name: string) =>
    sql`(select ${what} from ${sql.identifier(target.name)} l where l.uid = t.${column}) as ${sql.identifier(name)}`
  const label = read(labelSql(target, sql`l`), labelColumn(key))
  return target.parent ? [label, read(sql`l.${columnOfParent(target)}`, parentColumn(key))] : [label]
}

/** Matches the target records of a `links` field. */
const linkedRows = (key: string, field: Field): SQL => {
  if (field.inverse === undefined) return sql`l.uid = any(t.${sql.identifier(columnOf(key, field))})`
  const back = targetOf(field).fields[field.inverse]
  const column = sql.identifier(columnOf(field.inverse, back))
  return back?.kind === 'links' ? sql`l.${column} @> array[t.uid]` : sql`l.${column} = t.uid`
}

/** Selects the links of a field with their labels as one JSON value. */
const linksPart = (key: string, field: Field): SQL => {
  const target = targetOf(field)
  const parent = target.parent ? sql`l.${columnOfParent(target)}` : sql`null`
  const label = labelSql(target, sql`l`)
  return sql`(select coalesce(jsonb_agg(jsonb_build_array(l.uid, ${label}, ${parent}) order by fold(${label}), l.uid), '[]')
    from ${sql.identifier(target.name)} l where ${linkedRows(key, field)}) as ${sql.identifier(labelColumn(key))}`
}

const partsOf = ([key, field]: readonly [string, Field]): SQL[] => {
  if (field.kind === 'links') return [linksPart(key, field)]
  if (!isShown(field)) return []
  const column = sql`t.${sql.identifier(columnOf(key, field))}`
  return field.kind === 'link' ? [column, ...linkParts(key, field)] : [column]
}

/** The columns of a record. The label of each link is read from its target and never copied. */
export const selection = oncePer((resource: Resource): SQL => {
  const parts = [sql`t.uid`, ...Object.entries(resource.fields).flatMap(partsOf)]
  return sql.raw(new PgDialect().sqlToQuery(sql.join(parts, sql`, `)).sql)
})

type Cell = {
  readonly key: string
  readonly field: Field
  readonly column: string
  readonly label: string
  readonly parent: string
}

const cellsOf = oncePer(({ fields }: Resource): readonly Cell[] =>
  Object.entries(fields)
    .filter(([, field]) => isShown(field) || field.kind === 'links')
    .map(([key, field]) => ({
      key,
      field,
      column: columnOf(key, field),
      label: labelColumn(key),
      parent: parentColumn(key),
    })),
)

type Linked = readonly [uid: string, label: string | null, parent: string | null]

const linkTo = (field: Field, [uid, label, parent]: Linked) => ({
  ref: refTo(targetOf(field), uid, parent ?? undefined),
  label: label ?? '',
})

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

const valueIn = ({ field, column, label, parent }: Cell, row: Row): unknown => {
  if (field.kind === 'links') return (row[label] as Linked[]).map(linked => linkTo(field, linked))
  const value = row[column]
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (field.kind === 'integer') return Number(value)
  if (field.kind === 'link')
    return linkTo(field, [String(value), textOrNull(row[label]), textOrNull(row[parent])])
  return value
}

/** Converts a row to a record. Columns and record type come from the same definition. */
export const flatOf = <R extends Resource>(resource: R, row: Row) => {
  const flat: Flat = { uid: String(row.uid) }
  for (const cell of cellsOf(resource)) flat[cell.key] = valueIn(cell, row)
  return flat as RecordOf<R>
}
