import { type SQL, sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import type { Scope } from '~/model/grants'
import type { ListQuery } from '~/model/lists/query'
import type { RecordOf } from '~/model/record-of'
import { resourceOf } from '~/model/registry'
import type { Database } from '~/server/platform/database/database'
import { columnOf, sortColumnOf } from '~/server/records/tables/columns'
import { isLookedUp } from '~/server/records/tables/schema'
import { compiled } from './compiled'
import { type Count, countRows, keptCount } from './counting'
import { flatOf } from './rows'
import { list } from './scope-where'
import { whereOf } from './where'

export type Page<R extends Resource> = { readonly records: RecordOf<R>[]; readonly count: number }

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
 * Whether an index has the matches in the order asked for: one value of a column that is looked up, in the default order. It
 * is read as far as the page goes, however many match.
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
  const filterFirst = !kept && count <= FEW && !isInOrder(resource, query)
  const found = filterFirst ? sql`with m as materialized (${matched})` : sql`with m as (${matched})`
  const rows = await database.query<{ uid: string }>(
    sql`${found} select uid from m order by k ${direction}, uid ${direction} limit ${size} offset ${offset}`,
  )
  const uids = rows.map(row => row.uid)
  return descending === (query.sort.order === 'desc') ? uids : uids.reverse()
}

/** The first page with stored counts: count and uids in one statement, prepared if there is no condition. */
const findFirst = async (
  database: Database,
  resource: Resource,
  query: ListQuery,
  scope: Scope,
  kept: SQL,
): Promise<Found> => {
  const { key, join } = orderOf(resource, query.sort)
  const direction = query.sort.order === 'desc' ? sql`desc` : sql`asc`
  const statement = sql`select (${kept}) as n, array(
    select t.uid from ${sql.identifier(resource.name)} t ${join} where ${whereOf(resource, query.where, scope)}
    order by ${key} ${direction}, t.uid ${direction} limit ${sql.raw(String(query.batch))}) as uids`
  const plain = query.where.length === 0 && scope === 'all'
  const [row] = await database[plain ? 'prepared' : 'query']<{ n: string; uids: string[] }>(statement)
  return { count: Number(row?.n ?? 0), uids: row?.uids ?? [] }
}

type Found = { readonly count: number; readonly uids: readonly string[] }

const find = async (
  database: Database,
  resource: Resource,
  query: ListQuery,
  scope: Scope,
): Promise<Found> => {
  const kept = query.offset === 0 ? keptCount(resource, query.where, scope) : undefined
  if (kept) return findFirst(database, resource, query, scope, kept)
  const count = await countRows(database, resource, query.where, scope)
  return { count: count.count, uids: await findUids(database, resource, query, scope, count) }
}

/**
 * One page and the exact count. Selects the uids in order, then their rows.
 * @param query offset and batch in rows
 */
export const listRows = async <R extends Resource>(
  database: Database,
  resource: R,
  query: ListQuery,
  scope: Scope,
): Promise<Page<R>> => {
  const { count, uids } = await find(database, resource, query, scope)
  if (uids.length === 0) return { records: [], count }
  const rows = await database.prepared(
    sql`select ${compiled(resource).selection} from ${sql.identifier(resource.name)} t where t.uid = any(${list(uids)})`,
  )
  const found = new Map(rows.map(row => [row.uid, flatOf(resource, row)]))
  return { records: uids.flatMap(uid => found.get(uid) ?? []), count }
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
