import { type SQL, sql } from 'drizzle-orm'
import { searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import { type Field, kindFilters, type Scalar } from '~/model/fields'
import type { Scope } from '~/model/grants'
import type { Condition, Operator } from '~/model/lists/query'
import { readRef } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { fold, isLongQuery, queryKeywords, wordsOf } from '~/model/text'
import { columnOf } from './tables'

/** A column of the listed table, which has the alias `t` in every query. */
export const col = (name: string) => sql`t.${sql.identifier(name)}`

const linkColumn = (resource: Resource, path: string | undefined) =>
  path === undefined || path === 'uid' ? path : columnOf(path, resource.fields[path])

export const companyColumn = (resource: Resource) => linkColumn(resource, resource.company)

const never = sql`false`

/** Passes an array as one parameter. */
export const list = (values: readonly unknown[]) => sql`${sql.param(values)}`

/** One of these values. A single one is compared by itself: an index has its rows in order, which it has not for a list. */
const oneOf = (column: SQL, values: readonly unknown[]) =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${list(values)})`

/** Records that hold these values, as definitions name them for a scope. */
const holds = ({ fields }: Resource, values: NonNullable<Resource['published']>) =>
  sql.join(
    Object.entries(values).map(([key, value]) => sql`${col(columnOf(key, fields[key]))} = ${value}`),
    sql` and `,
  )

/** Limits of a scope in addition to ownership: the ranks of users, the lists that records are about. */
const limits = ({ ranked, about, fields }: Resource, scope: Exclude<Scope, string>): SQL[] => {
  const column = (path: string) => col(columnOf(path, fields[path]))
  const found: SQL[] = []
  if (ranked !== undefined && scope.ranks)
    found.push(sql`(${column(ranked)} = any(${list(scope.ranks)}) or ${column(ranked)} is null)`)
  if (about !== undefined && scope.lists) found.push(sql`${column(about)} = any(${list(scope.lists)})`)
  return found
}

/** Converts a grant's scope to a row filter; undefined for `all`. */
const scopeWhere = (resource: Resource, scope: Scope): SQL | undefined => {
  if (scope === 'all') return undefined
  if (scope === 'none') return never
  const company = companyColumn(resource)
  const user = linkColumn(resource, resource.user)
  const parts: SQL[] = []
  if (company && scope.companies.length > 0) parts.push(oneOf(col(company), scope.companies))
  if (user && scope.self !== null) parts.push(sql`${col(user)} = ${scope.self}`)
  if (resource.published && scope.published) parts.push(sql`(${holds(resource, resource.published)})`)
  if (company && resource.shared && scope.shared !== undefined)
    parts.push(sql`(${col(company)} = ${scope.shared} and ${holds(resource, resource.shared)})`)
  if (parts.length === 0) return never
  const reached = sql`(${sql.join(parts, sql` or `)})`
  return sql`(${sql.join([reached, ...limits(resource, scope)], sql` and `)})`
}

const like = (text: string) => text.replace(/[\\%_]/g, sign => `\\${sign}`)

/** Whether there are characters outside words. Keywords alone would match too much: `50%` is not `500`. */
const hasSigns = (text: string) => fold(text).replace(/\s/g, '') !== wordsOf(text).join('')

/** Conditions: each searched word begins a word of the text, and a query with other characters matches literally. */
const beginsWordsOf = (folded: SQL, text: string): SQL[] => {
  const checks = wordsOf(text).map(word => sql`${folded} ~ ${`(^|[^[:alnum:]])${word}`}`)
  return hasSigns(text) ? [...checks, sql`position(${fold(text)} in ${folded}) > 0`] : checks
}

/** Whether the keywords of a row alone decide if it matches. */
const isByKeywords = (resource: Resource, field: string, text: string) => {
  const alone = searchedFields(resource).length === 1
  return field === 'keywords' || (alone && !isLongQuery(text) && !hasSigns(text))
}

/** The word of a search for one word, if a row matches exactly if it has the keyword; else undefined. */
export const wordOf = (resource: Resource, { field, on, op, value }: Condition): string | undefined => {
  const spec = resource.fields[field]
  if (op !== 'begins' || on === 'label' || spec?.kind === 'link') return undefined
  if (field !== 'keywords' && !spec?.search) return undefined
  const [word, ...others] = queryKeywords(String(value).trim())
  return others.length === 0 && isByKeywords(resource, field, String(value).trim()) ? word : undefined
}

const beginsWords = (resource: Resource, field: string, text: string): SQL => {
  const words = queryKeywords(text)
  if (words.length === 0 && field === 'keywords') return never
  if (words.length === 0) return sql`fold(${col(columnOf(field, undefined))}) like ${`${like(fold(text))}%`}`
  const found = sql`${col('keywords')} @> ${list(words)}`
  if (isByKeywords(resource, field, text)) return found
  const checks = beginsWordsOf(sql`fold(${col(columnOf(field, undefined))})`, text)
  return sql`(${sql.join([found, ...checks], sql` and `)})`
}

/** Label of a link for the reader of the scope; null if the target is a user who ranks above them. */
const shownLabel = (spec: Field | undefined, scope: Scope): SQL => {
  const target = resourceOf(spec?.target ?? '')
  const label = labelSql(target, sql`l`)
  if (!spec?.namelessAbove || typeof scope === 'string' || !scope.named) return label
  const role = sql`l.${sql.identifier(columnOf(target.ranked ?? '', undefined))}`
  return sql`case when ${role} = any(${list(scope.named)}) then ${label} end`
}

/** Searches by the visible label of a link: the target's keywords preselect, but also hold hidden text, such as an address. */
const beginsLabel = (resource: Resource, field: string, text: string, scope: Scope): SQL => {
  const spec = resource.fields[field]
  const words = queryKeywords(text)
  if (words.length === 0) return never
  const checks = beginsWordsOf(sql`fold(${shownLabel(spec, scope)})`, text)
  return sql`${col(columnOf(field, spec))} in (select l.uid from ${sql.identifier(spec?.target ?? '')} l
    where ${sql.join([sql`l.keywords @> ${list(words)}`, ...checks], sql` and `)})`
}

const begins = (resource: Resource, { field, on, value }: Condition, scope: Scope): SQL | undefined => {
  const text = String(value).trim()
  if (text === '') return undefined
  const spec = resource.fields[field]
  if (on === 'label' || spec?.kind === 'link') return beginsLabel(resource, field, text, scope)
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

/** The left side of a condition: the column, the MD5 in a file's descriptor, or the visible label of a link. */
const subject = (resource: Resource, { field, on }: Condition, scope: Scope): SQL => {
  const spec = resource.fields[field]
  const column = col(columnOf(field, spec))
  if (on === 'md5Hash') return sql`(${column} ->> 'md5Hash')`
  if (on !== 'label') return column
  return sql`(select ${shownLabel(spec, scope)} from ${sql.identifier(spec?.target ?? '')} l where l.uid = ${column})`
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
  kindFilters[resource.fields[field]?.kind ?? 'text'].isList === true

/** Equality condition. A list contains the value; an empty list is never null. */
const equals = (resource: Resource, condition: Condition, value: unknown, scope: Scope): SQL => {
  const what = subject(resource, condition, scope)
  if (isMany(resource, condition))
    return value === null ? sql`${what} = '{}'` : sql`${what} @> ${list([value])}`
  return value === null ? sql`${what} is null` : sql`${what} = ${value}`
}

const inWhere = (resource: Resource, condition: Condition & { op: 'in' }, scope: Scope): SQL => {
  const values = condition.value
    .filter(value => value !== null)
    .map(value => plain(resource, condition, value))
  const what = subject(resource, condition, scope)
  const one = isMany(resource, condition)
    ? sql`${what} && ${list(values)}`
    : sql`${what} = any(${list(values)})`
  const found = values.length > 0 ? one : never
  return condition.value.includes(null)
    ? sql`(${found} or ${equals(resource, condition, null, scope)})`
    : found
}

const conditionWhere = (resource: Resource, condition: Condition, scope: Scope): SQL | undefined => {
  if (condition.op === 'in') return inWhere(resource, condition, scope)
  if (condition.op === 'begins') return begins(resource, condition, scope)
  const value = plain(resource, condition, condition.value)
  if (condition.op === 'eq') return equals(resource, condition, value, scope)
  const what = subject(resource, condition, scope)
  if (condition.op === 'ne') return sql`${what} is distinct from ${value}`
  return sql`${what} ${comparison[condition.op]} ${value}`
}

export const whereOf = (resource: Resource, conditions: readonly Condition[], scope: Scope): SQL => {
  const parts = [
    scopeWhere(resource, scope),
    ...conditions.map(condition => conditionWhere(resource, condition, scope)),
  ]
  const kept = parts.filter(part => part !== undefined)
  return kept.length > 0 ? sql.join(kept, sql` and `) : sql`true`
}
