import { type SQL, sql } from 'drizzle-orm'
import { searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Scope } from '~/model/grants'
import type { Condition, Operator, Scalar } from '~/model/lists/query'
import { readRef } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { fold, isLongQuery, queryKeywords, wordsOf } from '~/model/text'
import { columnOf } from '~/server/records/tables/columns'
import { col, list, never, scopeWhere } from './scope-where'

const like = (text: string) => text.replace(/[\\%_]/g, sign => `\\${sign}`)

/** Are there characters outside words? Keywords alone would match too much: `50%` is not `500`. */
const hasSigns = (text: string) => fold(text).replace(/\s/g, '') !== wordsOf(text).join('')

const beginsWords = (resource: Resource, field: string, text: string): SQL => {
  const words = queryKeywords(text)
  if (words.length === 0 && field === 'keywords') return never
  if (words.length === 0) return sql`fold(${col(columnOf(field, undefined))}) like ${`${like(fold(text))}%`}`
  const found = sql`${col('keywords')} @> ${list(words)}`
  const alone = field === 'keywords' || searchedFields(resource).length === 1
  if (field === 'keywords' || (alone && !isLongQuery(text) && !hasSigns(text))) return found
  const folded = sql`fold(${col(columnOf(field, undefined))})`
  const checks = wordsOf(text).map(word => sql`${folded} ~ ${`(^|[^[:alnum:]])${word}`}`)
  if (hasSigns(text)) checks.push(sql`position(${fold(text)} in ${folded}) > 0`)
  return sql`(${sql.join([found, ...checks], sql` and `)})`
}

const begins = (resource: Resource, { field, on, value }: Condition): SQL | undefined => {
  const text = String(value).trim()
  if (text === '') return undefined
  const spec = resource.fields[field]
  if (on === 'label' || spec?.kind === 'link') {
    const target = sql.identifier(spec?.target ?? '')
    const words = queryKeywords(text)
    return words.length === 0
      ? never
      : sql`${col(columnOf(field, spec))} in (select uid from ${target} where keywords @> ${list(words)})`
  }
  if (field === 'keywords' || spec?.search) return beginsWords(resource, field, text)
  const start = `${like(fold(text))}%`
  const column = col(columnOf(field, spec))
  return spec?.kind === 'tags'
    ? sql`exists (select 1 from unnest(${column}) as tag where fold(tag) like ${start})`
    : sql`fold(${column}::text) like ${start}`
}

const comparison: Record<Exclude<Operator, 'begins' | 'ne'>, SQL> = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
}

/** The left side of a condition: the column, the MD5 in a file's descriptor, or the label of a link's target. */
const subject = (resource: Resource, { field, on }: Condition): SQL => {
  const spec = resource.fields[field]
  const column = col(columnOf(field, spec))
  if (on === 'md5Hash') return sql`(${column} ->> 'md5Hash')`
  if (on !== 'label') return column
  return sql`(select ${labelSql(resourceOf(spec?.target ?? ''), sql`l`)} from ${sql.identifier(spec?.target ?? '')} l where l.uid = ${column})`
}

/** The label of a record of this resource as SQL; mirrors labelOf in `model/access.ts`. */
export const labelSql = (target: Resource, alias: SQL): SQL => {
  const part = (key: string) =>
    sql`nullif(${alias}.${sql.identifier(columnOf(key, target.fields[key]))}::text, '')`
  const named = sql`nullif(concat_ws(' ', ${sql.join(target.label.fields.map(part), sql`, `)}), '')`
  return target.label.otherwise ? sql`coalesce(${named}, ${part(target.label.otherwise)})` : named
}

const plain = (resource: Resource, { field, on }: Condition, value: Scalar): unknown => {
  const spec = resource.fields[field]
  if (on !== 'ref' || typeof value !== 'string') return value
  // A reference to another resource than the link's target matches nothing.
  return readRef(resourceOf(spec?.target ?? ''), value)?.uid ?? ''
}

/** True if the column holds several values, of which one must match. */
const isMany = (resource: Resource, { field }: Condition) =>
  ['tags', 'links'].includes(resource.fields[field]?.kind ?? '')

/** A list has the value among others; one of nothing is empty, never null. */
const equals = (resource: Resource, condition: Condition, value: unknown): SQL => {
  const what = subject(resource, condition)
  if (isMany(resource, condition))
    return value === null ? sql`${what} = '{}'` : sql`${what} @> ${list([value])}`
  return value === null ? sql`${what} is null` : sql`${what} = ${value}`
}

const inWhere = (resource: Resource, condition: Condition & { op: 'in' }): SQL => {
  const values = condition.value
    .filter(value => value !== null)
    .map(value => plain(resource, condition, value))
  const what = subject(resource, condition)
  const one = isMany(resource, condition)
    ? sql`${what} && ${list(values)}`
    : sql`${what} = any(${list(values)})`
  const found = values.length > 0 ? one : never
  return condition.value.includes(null) ? sql`(${found} or ${equals(resource, condition, null)})` : found
}

const conditionWhere = (resource: Resource, condition: Condition): SQL | undefined => {
  if (condition.op === 'in') return inWhere(resource, condition)
  if (condition.op === 'begins') return begins(resource, condition)
  const value = plain(resource, condition, condition.value)
  if (condition.op === 'eq') return equals(resource, condition, value)
  const what = subject(resource, condition)
  if (condition.op === 'ne') return sql`${what} is distinct from ${value}`
  return sql`${what} ${comparison[condition.op]} ${value}`
}

export const whereOf = (resource: Resource, conditions: readonly Condition[], scope: Scope): SQL => {
  const parts = [
    scopeWhere(resource, scope),
    ...conditions.map(condition => conditionWhere(resource, condition)),
  ]
  const kept = parts.filter(part => part !== undefined)
  return kept.length > 0 ? sql.join(kept, sql` and `) : sql`true`
}
