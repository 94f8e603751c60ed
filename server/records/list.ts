import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import { canRead } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import { type Role, roles, type Scope } from '~/model/grants'
import type { Condition, ListQuery } from '~/model/lists/query'
import { blankOf, fromKeys, keysOf, oncePer } from '~/model/objects'
import type { RecordOf } from '~/model/record-of'
import { readRef, refTo } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import {
  type Database,
  type Rendered,
  type Row,
  render,
  timestampsAsText,
} from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/tables'
import { companyColumn, labelSql, list, whereOf, wordOf } from './sql'
import { columnOf, hasColumn, isLookedUp, sortColumnOf } from './tables'
import { totalOf } from './total-counts'
import { FREQUENT } from './word-counts'

const labelColumn = (key: string) => `${columnOf(key, undefined)}_label`
/** Column of a row with the role of a link's target, for links that hide names above the reader's rank. */
export const roleColumn = (key: string) => `${columnOf(key, undefined)}_role`
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

/** Columns of a row that hold the value of a field. */
type Cell = {
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

/** Data for reading a resource, computed once from its definition. */
export const compiled = oncePer((resource: Resource) => {
  const { fields } = resource
  const cells = cellsOf(resource)
  const namelessAbove = keysOf(fields).filter(key => fields[key]?.namelessAbove)
  return {
    /** The columns of a record. The label of each link is read from its target and never copied. */
    selection: selectionOf(resource),
    cells,
    blank: blankOf(['uid', ...cells.map(({ key }) => key), ...namelessAbove.map(roleColumn)]),
    /** The fields that each role may read. */
    readable: fromKeys(roles, role => {
      const keys = keysOf(fields).filter(key => fields[key] && canRead(fields[key], role))
      const shown = cells.map(({ key }) => key).filter(key => keys.includes(key))
      return { keys, blank: blankOf(['uid', ...shown]) }
    }),
    namelessAbove,
    thumbnails: keysOf(fields).filter(key => ['thumbnail', 'picture'].includes(fields[key]?.kind ?? '')),
  }
})

/** Removes the fields that this role may not read. */
export const readable = (resource: Resource, role: Role, record: Flat): Flat => {
  const { keys, blank } = compiled(resource).readable[role]
  const seen: Flat = { ...blank, uid: record.uid }
  for (const key of keys)
    if (record[key] === undefined) delete seen[key]
    else seen[key] = record[key]
  return seen
}

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
  // Text already, where a list reads it.
  if (value instanceof Date) return value.toISOString()
  if (field.kind === 'integer') return Number(value)
  if (field.kind === 'link')
    return linkTo(field, [String(value), textOrNull(row[label]), textOrNull(row[parent])])
  return value
}

/** Converts a row to a record. Columns and record type come from the same definition. */
const flatOf = <R extends Resource>(resource: R, row: Row) => {
  const { blank, cells, namelessAbove } = compiled(resource)
  const flat: Flat = { ...blank, uid: String(row.uid) }
  for (const cell of cells) flat[cell.key] = valueIn(cell, row)
  // No field: it is left out of responses, which are made with it.
  for (const key of namelessAbove) flat[roleColumn(key)] = row[roleColumn(key)]
  return flat as RecordOf<R>
}

type Dim = {
  readonly place: number
  readonly values: readonly string[]
  /** Rows without a value match too. */
  readonly orNone?: true
}

const condensed = (resource: Resource, condition: Condition): Dim | undefined => {
  const place = resource.counted?.indexOf(condition.field) ?? -1
  if (place < 0 || condition.on === 'label' || (condition.op !== 'eq' && condition.op !== 'in'))
    return undefined
  const values = condition.op === 'in' ? condition.value : [condition.value]
  if (values.includes(null)) return undefined
  const texts = values.map(String)
  const target = resource.fields[condition.field]?.target
  return {
    place,
    values: target ? texts.map(ref => readRef(resourceOf(target), ref)?.uid ?? '') : texts,
  }
}

const placeOf = (resource: Resource, column: string | undefined) =>
  (resource.counted ?? []).findIndex(key => columnOf(key, resource.fields[key]) === column)

/** The scope as conditions on counted columns: empty for everything; undefined if they cannot express it. */
const scopeDims = (resource: Resource, scope: Scope): readonly Dim[] | undefined => {
  if (scope === 'all') return []
  if (scope === 'none' || scope.self !== null || scope.published || scope.shared) return undefined
  if (resource.about !== undefined && scope.lists) return undefined
  const dims: Dim[] = [{ place: placeOf(resource, companyColumn(resource)), values: scope.companies }]
  if (scope.ranks)
    dims.push({
      place: resource.counted?.indexOf(resource.ranked ?? '') ?? -1,
      values: scope.ranks,
      orNone: true,
    })
  return dims.every(({ place }) => place >= 0) ? dims : undefined
}

const dimWhere = ({ place, values, orNone }: Dim) => {
  const dim = sql`dims[${sql.raw(String(place + 1))}]`
  // Not `any` for one value: a prepared plan expects ten, and then reads the counts of all companies.
  const matches = values.length === 1 ? sql`${dim} = ${values[0]}` : sql`${dim} = any(${list(values)})`
  return orNone ? sql`(${matches} or ${dim} is null)` : matches
}

/** What the conditions and the scope require of the stored counts; undefined if these cannot express it. */
const dimParts = (resource: Resource, conditions: readonly Condition[], scope: Scope): SQL[] | undefined => {
  if (!resource.counted) return undefined
  const scoped = scopeDims(resource, scope)
  const asked = conditions.map(condition => condensed(resource, condition))
  if (scoped === undefined || asked.includes(undefined)) return undefined
  return [...scoped, ...asked].flatMap(dim => (dim ? [dimWhere(dim)] : []))
}

/** Reads the count from stored counts if every condition is on counted columns; else undefined. */
const keptCount = (resource: Resource, conditions: readonly Condition[], scope: Scope): SQL | undefined => {
  const parts = dimParts(resource, conditions, scope)
  if (!parts) return undefined
  const own = sql.join([sql`resource = ${resource.name}`, ...parts], sql` and `)
  const counts = sql`select coalesce(sum(n), 0) as n from counts where ${own}`
  return parts.length === 0 ? totalOf(resource, counts) : counts
}

/** `kept` selects no row if the word is not a frequent one. */
type WordCount = { readonly word: string; readonly kept: SQL }

/** The stored count of a search for one word, if every other condition is on counted columns. */
const wordCount = (
  resource: Resource,
  conditions: readonly Condition[],
  scope: Scope,
): WordCount | undefined => {
  const searches = conditions.filter(({ op }) => op === 'begins')
  const [search] = searches
  const word = search && searches.length === 1 ? wordOf(resource, search) : undefined
  const parts =
    word &&
    dimParts(
      resource,
      conditions.filter(condition => condition !== search),
      scope,
    )
  if (!word || !parts) return undefined
  const own = sql`resource = ${resource.name} and word = ${word}`
  const counted = sql`select coalesce(sum(n), 0) from word_counts where ${sql.join([own, ...parts], sql` and `)}`
  return { word, kept: sql`select (${counted}) as n from frequent_words where ${own} and ready` }
}

type Count = {
  readonly count: number
  /** True if read from the stored counts, false if rows were counted. */
  readonly kept: boolean
  /** A word that so many rows have that it is worth storing their count. */
  readonly frequent?: string | undefined
}

/** The exact number of matching rows. */
export const countRows = async (
  database: Database,
  resource: Resource,
  conditions: readonly Condition[],
  scope: Scope,
): Promise<Count> => {
  const kept = keptCount(resource, conditions, scope)
  const byWord = kept ? undefined : wordCount(resource, conditions, scope)
  const stored = kept ?? byWord?.kept
  const [row] = stored ? await database.prepared<{ n: string }>(stored) : []
  if (row) return { count: Number(row.n), kept: true }
  const [counted] = await database.query<{ n: string }>(
    sql`select count(*) as n from ${sql.identifier(resource.name)} t where ${whereOf(resource, conditions, scope)}`,
  )
  const count = Number(counted?.n ?? 0)
  return { count, kept: false, ...(count >= FREQUENT && { frequent: byWord?.word }) }
}

/** Merges the appended counts; safe to run concurrently on any number of servers. */
export const foldCounts = (database: Database) =>
  database.run(sql`
    with crowded as (select resource, dims from counts group by 1, 2 having count(*) > 1),
    gone as (delete from counts c using crowded where c.resource = crowded.resource and c.dims = crowded.dims returning c.*)
    insert into counts select resource, dims, sum(n) from gone group by 1, 2 having sum(n) <> 0`)

export type Page<R extends Resource> = Pick<Count, 'count' | 'frequent'> & { readonly records: RecordOf<R>[] }

type Order = { readonly key: SQL; readonly join: SQL }

/** Sorts a link by the first label field of its target. */
const orderOf = (resource: Resource, { field }: ListQuery['sort']): Order => {
  const spec = resource.fields[field]
  if (spec?.kind !== 'link') return { key: sql`t.${sql.identifier(sortColumnOf(field, spec))}`, join: sql`` }
  const target = resourceOf(spec.target ?? '')
  const named = target.label.fields[0] ?? 'uid'
  const key = sql`coalesce(s.${sql.identifier(sortColumnOf(named, target.fields[named]))}, '')`
  return {
    key,
    join: sql`left join ${sql.identifier(target.name)} s on s.uid = t.${sql.identifier(columnOf(field, spec))}`,
  }
}

/** Reads from the nearer end of the index, so that no offset walks more than half of it. */
const nearer = (query: ListQuery, count: number) => {
  const size = Math.max(0, Math.min(query.batch, count - query.offset))
  const descending = query.sort.order === 'desc'
  if (query.offset <= count / 2) return { descending, offset: query.offset, size }
  return { descending: !descending, offset: count - query.offset - size, size }
}

/**
 * Up to this many matches are filtered first and then sorted. The planner would walk the sort index instead,
 * expecting to stop early.
 */
const FEW = 10_000

/**
 * Whether an index has the matches in the requested order: one value of a lookup column, in the default order. The index
 * is read only as far as the page, no matter how many rows match.
 */
const isInOrder = ({ fields, list }: Resource, { sort, where }: ListQuery) => {
  const [condition, ...others] = where
  if (!condition || others.length > 0 || sort.field !== list.sort[0]) return false
  const spec = fields[condition.field]
  const byValue = condition.op === 'eq' && ['value', 'ref'].includes(condition.on)
  return byValue && spec !== undefined && isLookedUp([condition.field, spec])
}

/** The uids of a page, in order. An index-only scan answers queries on counted columns alone. */
const findUids = async (
  database: Database,
  resource: Resource,
  query: ListQuery,
  scope: Scope,
  { count, kept }: Count,
): Promise<string[]> => {
  const { descending, offset, size } = nearer(query, count)
  if (size === 0) return []
  const { key, join } = orderOf(resource, query.sort)
  const direction = descending ? sql`desc` : sql`asc`
  const matched = sql`select t.uid, ${key} as k from ${sql.identifier(resource.name)} t ${join}
    where ${whereOf(resource, query.where, scope)}`
  const isFew = count <= FEW && (!kept || query.where.some(({ op }) => op === 'begins'))
  const filterFirst = isFew && !isInOrder(resource, query)
  const found = filterFirst ? sql`with m as materialized (${matched})` : sql`with m as (${matched})`
  const rows = await database.query<{ uid: string }>(
    sql`${found} select uid from m order by k ${direction}, uid ${direction} limit ${size} offset ${offset}`,
  )
  const uids = rows.map(row => row.uid)
  return descending === (query.sort.order === 'desc') ? uids : uids.reverse()
}

/** Selects the first page of a table. */
const firstOf = (resource: Resource, selection: SQL, query: ListQuery, scope: Scope): SQL => {
  const { key, join } = orderOf(resource, query.sort)
  const direction = query.sort.order === 'desc' ? sql`desc` : sql`asc`
  return sql`select ${selection} from ${sql.identifier(resource.name)} t ${join}
    where ${whereOf(resource, query.where, scope)}
    order by ${key} ${direction}, t.uid ${direction} limit ${sql.raw(String(query.batch))}`
}

/** The first page with stored counts: count and uids in one statement. */
const findFirst = async (
  database: Database,
  resource: Resource,
  query: ListQuery,
  scope: Scope,
  kept: SQL,
): Promise<Found> => {
  const uids = firstOf(resource, sql`t.uid`, query, scope)
  const [row] = await database.query<{ n: string; uids: string[] }>(
    sql`select (${kept}) as n, array(${uids}) as uids`,
  )
  return { count: Number(row?.n ?? 0), uids: row?.uids ?? [] }
}

/** No column of a table has this name. */
const COUNT = 'count of all'

/** Whether an index has the requested page in order: all rows by a column of their own, or those of one value. */
const isFirstInOrder = (resource: Resource, query: ListQuery, scope: Scope) => {
  if (query.offset > 0 || scope !== 'all') return false
  return query.where.length === 0
    ? resource.fields[query.sort.field]?.kind !== 'link'
    : isInOrder(resource, query)
}

/** Statements of a resource's first pages, the last used: page sizes are many. */
const remembered = oncePer((_: Resource) => new LRUCache<string, Rendered>({ max: 200 }))

/** Selects the first page that an index has in order, with its stored count; undefined if it is no such page. */
const firstInOrder = (resource: Resource, query: ListQuery, scope: Scope): Rendered | undefined => {
  if (!isFirstInOrder(resource, query, scope)) return undefined
  // Without conditions, the statement depends on nothing else.
  const key = query.where.length === 0 ? `${query.sort.field} ${query.sort.order} ${query.batch}` : undefined
  const known = remembered(resource)
  const before = key && known.get(key)
  if (before) return before
  const kept = keptCount(resource, query.where, scope)
  if (!kept) return undefined
  const selection = sql`${compiled(resource).selection}, (${kept}) as ${sql.identifier(COUNT)}`
  const statement = render(firstOf(resource, selection, query, scope), timestampsAsText)
  if (key) known.set(key, statement)
  return statement
}

/**
 * The first page that an index has in order in one prepared statement: one plan serves every value. Undefined if the page
 * is empty, or is no such page: rows that must be sorted are sorted by their uids alone.
 */
const listFirst = async <R extends Resource>(
  database: Database,
  resource: R,
  query: ListQuery,
  scope: Scope,
): Promise<Page<R> | undefined> => {
  const statement = firstInOrder(resource, query, scope)
  if (!statement) return undefined
  const rows = await database.prepared(statement)
  if (rows.length === 0) return undefined
  return { records: rows.map(row => flatOf(resource, row)), count: Number(rows[0]?.[COUNT]) }
}

type Found = Pick<Count, 'count' | 'frequent'> & { readonly uids: readonly string[] }

const find = async (
  database: Database,
  resource: Resource,
  query: ListQuery,
  scope: Scope,
): Promise<Found> => {
  const kept = query.offset === 0 ? keptCount(resource, query.where, scope) : undefined
  if (kept) return findFirst(database, resource, query, scope, kept)
  const count = await countRows(database, resource, query.where, scope)
  const uids = await findUids(database, resource, query, scope, count)
  return { count: count.count, frequent: count.frequent, uids }
}

/**
 * One page and the exact count. Selects the uids in order, then their rows; both at once for a first page that an index
 * has in order.
 * @param query offset and batch in rows
 */
export const listRows = async <R extends Resource>(
  database: Database,
  resource: R,
  query: ListQuery,
  scope: Scope,
): Promise<Page<R>> => {
  const first = await listFirst(database, resource, query, scope)
  if (first) return first
  const { uids, ...counted } = await find(database, resource, query, scope)
  if (uids.length === 0) return { records: [], ...counted }
  const rows = await database.prepared(
    render(
      sql`select ${compiled(resource).selection} from ${sql.identifier(resource.name)} t where t.uid = any(${list(uids)})`,
      timestampsAsText,
    ),
  )
  const found = new Map(rows.map(row => [row.uid, flatOf(resource, row)]))
  return { records: uids.flatMap(uid => found.get(uid) ?? []), ...counted }
}

/**
 * Finds one record within the scope. `lock` prevents changes to it until the transaction ends but still
 * allows new references to it, so that two users who change each other, and name themselves in the history,
 * do not block each other.
 */
export const findRow = async <R extends Resource>(
  database: Database,
  resource: R,
  uid: string,
  scope: Scope,
  lock = false,
): Promise<RecordOf<R> | undefined> => {
  const [row] =
    await database.query(sql`select ${compiled(resource).selection} from ${sql.identifier(resource.name)} t
    where t.uid = ${uid} and ${whereOf(resource, [], scope)} ${lock ? sql`for no key update of t` : sql``}`)
  return row && flatOf(resource, row)
}
