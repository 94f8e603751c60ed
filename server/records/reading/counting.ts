import { type SQL, sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import type { Scope } from '~/model/grants'
import type { Condition } from '~/model/lists/query'
import { readRef } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import type { Database } from '~/server/platform/database/database'
import { columnOf } from '~/server/records/tables/columns'
import { companyColumn, list } from './scope-where'
import { whereOf } from './where'

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
  return orNone ? sql`(${dim} = any(${list(values)}) or ${dim} is null)` : sql`${dim} = any(${list(values)})`
}

/** Reads the count from stored counts if every condition is on counted columns; else undefined. */
export const keptCount = (
  resource: Resource,
  conditions: readonly Condition[],
  scope: Scope,
): SQL | undefined => {
  if (!resource.counted) return undefined
  const scoped = scopeDims(resource, scope)
  const asked = conditions.map(condition => condensed(resource, condition))
  if (scoped === undefined || asked.includes(undefined)) return undefined
  const parts = [...scoped, ...asked].flatMap(dim => (dim ? [dimWhere(dim)] : []))
  return sql`select coalesce(sum(n), 0) as n from counts where ${sql.join([sql`resource = ${resource.name}`, ...parts], sql` and `)}`
}

export type Count = {
  readonly count: number /** True if read from the stored counts, false if rows were counted. */
  readonly kept: boolean
}

/** The exact number of matching rows. */
export const countRows = async (
  database: Database,
  resource: Resource,
  conditions: readonly Condition[],
  scope: Scope,
): Promise<Count> => {
  const kept = keptCount(resource, conditions, scope)
  const [row] = kept
    ? await database.prepared<{ n: string }>(kept)
    : await database.query<{ n: string }>(
        sql`select count(*) as n from ${sql.identifier(resource.name)} t where ${whereOf(resource, conditions, scope)}`,
      )
  return { count: Number(row?.n ?? 0), kept: kept !== undefined }
}

/** Merges the appended counts; safe to run concurrently on any number of servers. */
export const foldCounts = (database: Database) =>
  database.run(sql`
    with crowded as (select resource, dims from counts group by 1, 2 having count(*) > 1),
    gone as (delete from counts c using crowded where c.resource = crowded.resource and c.dims = crowded.dims returning c.*)
    insert into counts select resource, dims, sum(n) from gone group by 1, 2 having sum(n) <> 0`)
