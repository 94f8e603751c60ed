import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import { canRead } from '~/model/lists/query'
import { fromKeys, keysOf } from '~/model/objects'
import { oncePer } from '~/model/once-per'
import { resourceOf } from '~/model/registry'
import { roles } from '~/model/roles'
import { columnOf, hasColumn } from '~/server/records/tables/columns'
import { labelSql } from './where'

const labelColumn = (key: string) => `${columnOf(key, undefined)}_label`
/** Of a link that is nameless above the reader: where a row holds the role of its target. */
export const roleColumn = (key: string) => `${columnOf(key, undefined)}_role`
const parentColumn = (key: string) => `${columnOf(key, undefined)}_parent`

/** Stored in the row and returned with it. */
const isShown = (field: Field) => hasColumn(field) && !field.lazy

export const targetOf = (field: Field) => resourceOf(field.target ?? '')

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
  const parts = [label]
  if (target.parent) parts.push(read(sql`l.${columnOfParent(target)}`, parentColumn(key)))
  if (field.namelessAbove && target.ranked)
    parts.push(read(sql`l.${sql.identifier(columnOf(target.ranked, undefined))}`, roleColumn(key)))
  return parts
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

const selectionOf = ({ fields }: Resource): SQL => {
  const parts = [sql`t.uid`, ...Object.entries(fields).flatMap(partsOf)]
  return sql.raw(new PgDialect().sqlToQuery(sql.join(parts, sql`, `)).sql)
}

/** Where a row holds the value of a field. */
export type Cell = {
  readonly key: string
  readonly field: Field
  readonly column: string
  readonly label: string
  readonly parent: string
}

const cellsOf = ({ fields }: Resource): readonly Cell[] =>
  Object.entries(fields)
    .filter(([, field]) => isShown(field) || field.kind === 'links')
    .map(([key, field]) => ({
      key,
      field,
      column: columnOf(key, field),
      label: labelColumn(key),
      parent: parentColumn(key),
    }))

/** What reading a resource takes, computed once from its definition. */
export const compiled = oncePer((resource: Resource) => {
  const { fields } = resource
  return {
    /** The columns of a record. The label of each link is read from its target and never copied. */
    selection: selectionOf(resource),
    cells: cellsOf(resource),
    /** The fields that each role may read. */
    readable: fromKeys(roles, role =>
      keysOf(fields).filter(key => fields[key] && canRead(fields[key], role)),
    ),
    namelessAbove: keysOf(fields).filter(key => fields[key]?.namelessAbove),
    thumbnails: keysOf(fields).filter(key => fields[key]?.kind === 'thumbnail'),
  }
})
