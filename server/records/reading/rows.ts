import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import type { RecordOf } from '~/model/record-of'
import { refTo } from '~/model/refs'
import type { Row } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/flat'
import { type Cell, compiled, roleColumn, targetOf } from './compiled'

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
  const { cells, namelessAbove } = compiled(resource)
  for (const cell of cells) flat[cell.key] = valueIn(cell, row)
  // No field: it is left out of responses, which are made with it.
  for (const key of namelessAbove) flat[roleColumn(key)] = row[roleColumn(key)]
  return flat as RecordOf<R>
}
