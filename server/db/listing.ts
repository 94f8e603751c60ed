import { type SQL, sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import type { Scope } from '~/model/grants'
import type { ListQuery } from '~/model/query'
import { resourceOf } from '~/model/registry'
import { columnOf, sortColumnOf } from './columns'
import { countRows } from './counting'
import type { Database } from './database'
import type { Flat } from './flat'
import { flatOf, selection } from './rows'
import { whereOf } from './where'

export type Page = { readonly records: Flat[]; readonly count: number }

type Order = { readonly key: SQL; readonly join: SQL }

/** A link sorts by the first field that names its target. */
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

/** The rows wanted, in the direction whose end is nearer: at most half the index is walked for any offset. */
const nearer = (query: ListQuery, count: number) => {
  const size = Math.max(0, Math.min(query.batch, count - query.offset))
  const descending = query.sort.order === 'desc'
  if (query.offset <= count / 2) return { descending, offset: query.offset, size }
  return { descending: !descending, offset: count - query.offset - size, size }
}

/**
 * One page and the exact count. The page's ids are read from an index alone, then their rows.
 * @param query offset and batch in rows
 */
export const listRows = async (
  database: Database,
  resource: Resource,
  query: ListQuery,
  scope: Scope,
): Promise<Page> => {
  const count = await countRows(database, resource, query.where, scope)
  const { descending, offset, size } = nearer(query, count)
  if (size === 0) return { records: [], count }
  const table = sql.identifier(resource.name)
  const { key, join } = orderOf(resource, query.sort)
  const direction = descending ? sql`desc` : sql`asc`
  const ids = sql`select t.uid, ${key} as k from ${table} t ${join} where ${whereOf(resource, query.where, scope)}
    order by ${key} ${direction}, t.uid ${direction} limit ${size} offset ${offset}`
  const wanted = query.sort.order === 'desc' ? sql`desc` : sql`asc`
  const rows = await database.query(sql`select ${selection(resource)} from (${ids}) p
    join ${table} t on t.uid = p.uid order by p.k ${wanted}, p.uid ${wanted}`)
  return { records: rows.map(row => flatOf(resource, row)), count }
}

/** One record if the scope reaches it. `lock` keeps it from changing until the transaction ends. */
export const findRow = async (
  database: Database,
  resource: Resource,
  uid: string,
  scope: Scope,
  lock = false,
): Promise<Flat | undefined> => {
  const [row] = await database.query(sql`select ${selection(resource)} from ${sql.identifier(resource.name)} t
    where t.uid = ${uid} and ${whereOf(resource, [], scope)} ${lock ? sql`for update of t` : sql``}`)
  return row && flatOf(resource, row)
}
