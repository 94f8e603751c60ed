import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { linksOf, refOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import { resourceOf } from '~/model/registry'
import { columnOf, hasColumn } from './columns'
import type { Row } from './database'
import type { Flat } from './flat'
import { labelSql } from './where'

const labelColumn = (key: string) => `${columnOf(key, undefined)}_label`

const made = new Map<string, SQL>()

const makeSelection = (resource: Resource): SQL => {
  const kept = Object.entries(resource.fields).filter(([, field]) => hasColumn(field))
  const columns = ['uid', ...kept.map(([key, field]) => columnOf(key, field))].map(
    name => sql`t.${sql.identifier(name)}`,
  )
  const labels = linksOf(resource).map(([key, field]) => {
    const target = resourceOf(field.target ?? '')
    const column = sql.identifier(columnOf(key, field))
    return sql`(select ${labelSql(target, sql`l`)} from ${sql.identifier(target.name)} l where l.uid = t.${column}) as ${sql.identifier(labelColumn(key))}`
  })
  const { sql: text } = new PgDialect().sqlToQuery(sql.join([...columns, ...labels], sql`, `))
  return sql.raw(text)
}

/** The columns of a record, with the label of each link read from its target: a label is never a copy. */
export const selection = (resource: Resource): SQL => {
  const known = made.get(resource.name) ?? makeSelection(resource)
  made.set(resource.name, known)
  return known
}

type Cell = { readonly key: string; readonly field: Field; readonly column: string; readonly label: string }

const cells = new Map<string, readonly Cell[]>()

/** Worked out once: a page asks for it ten times. */
const cellsOf = (resource: Resource): readonly Cell[] => {
  const known =
    cells.get(resource.name) ??
    Object.entries(resource.fields)
      .filter(([, field]) => hasColumn(field))
      .map(([key, field]) => ({ key, field, column: columnOf(key, field), label: labelColumn(key) }))
  cells.set(resource.name, known)
  return known
}

const valueIn = ({ field, column, label }: Cell, row: Row): unknown => {
  const value = row[column]
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (field.kind === 'integer') return Number(value)
  if (field.kind === 'link') return { ref: refOf(field.target ?? '', String(value)), label: row[label] ?? '' }
  return value
}

export const flatOf = (resource: Resource, row: Row): Flat => {
  const flat: Flat = { uid: String(row.uid) }
  for (const cell of cellsOf(resource)) flat[cell.key] = valueIn(cell, row)
  return flat
}
