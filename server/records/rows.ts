import { type SQL, sql } from 'drizzle-orm'
import { searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import type { ChangesOf, RecordOf } from '~/model/record-of'
import { registry } from '~/model/registry'
import { keywordsOf } from '~/model/text'
import type { Database } from '~/server/platform/database/database'
import type { Values } from './context'
import { toColumn } from './kinds'
import { columnOf, hasColumn } from './tables'

const assignments = (resource: Resource, values: Values, whole: Values): [string, unknown][] => {
  const own = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    const field = resource.fields[key]
    return field && hasColumn(field) ? [[columnOf(key, field), toColumn(value, field)]] : []
  })
  const searched = searchedFields(resource)
  if (!searched.some(key => key in values)) return own
  const texts = searched.map(key => whole[key]).filter(text => typeof text === 'string')
  return [...own, ['keywords', keywordsOf(texts)]]
}

type NewRow<R extends Resource> = ChangesOf<R> & { uid: string }

/** Names a key that is no field of the resource: it would be left out without a word. */
type NoOther<R extends Resource, V> = { [K in Exclude<keyof V, keyof R['fields'] | 'uid'>]: never }

/** Inserts a row; `values` by field path, including `uid`. */
export const insertRow = <R extends Resource, V extends NewRow<R>>(
  database: Database,
  resource: R,
  values: V & NoOther<R, V>,
) => {
  const pairs: [string, unknown][] = [['uid', values.uid], ...assignments(resource, values, values)]
  const names = sql.join(
    pairs.map(([name]) => sql.identifier(name)),
    sql`, `,
  )
  const parameters = sql.join(
    pairs.map(([, value]) => sql`${sql.param(value)}`),
    sql`, `,
  )
  return database.run(sql`insert into ${sql.identifier(resource.name)} (${names}) values (${parameters})`)
}

const AT_ONCE = 200

/** Inserts many rows, 200 per statement. A column that a row omits gets its default. */
export const insertRows = async <R extends Resource>(
  database: Database,
  resource: R,
  rows: readonly NewRow<R>[],
) => {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows
      .slice(at, at + AT_ONCE)
      .map(
        values => new Map<string, unknown>([['uid', values.uid], ...assignments(resource, values, values)]),
      )
    const names = [...new Set(some.flatMap(row => [...row.keys()]))]
    const tuples = some.map(
      row =>
        sql`(${sql.join(
          names.map(name => (row.has(name) ? sql`${sql.param(row.get(name))}` : sql`default`)),
          sql`, `,
        )})`,
    )
    await database.run(
      sql`insert into ${sql.identifier(resource.name)} (${sql.join(
        names.map(name => sql.identifier(name)),
        sql`, `,
      )}) values ${sql.join(tuples, sql`, `)}`,
    )
  }
}

/** Updates a row; `before` completes the texts that the search keywords are built from. */
export const updateRow = <R extends Resource>(
  database: Database,
  resource: R,
  before: RecordOf<R>,
  changes: ChangesOf<R> & { updatedAt?: Date },
) => {
  const pairs = assignments(resource, changes, { ...before, ...changes })
  const sets: SQL[] = pairs.map(([name, value]) => sql`${sql.identifier(name)} = ${sql.param(value)}`)
  return database.run(
    sql`update ${sql.identifier(resource.name)} set ${sql.join(sets, sql`, `)} where uid = ${before.uid}`,
  )
}

export const deleteRow = (database: Database, resource: Resource, uid: string) =>
  database.run(sql`delete from ${sql.identifier(resource.name)} where uid = ${uid}`)

/** Deletes the records that depend on a link to the deleted record. */
export const deleteDependents = async (database: Database, { name }: Resource, uid: string) => {
  for (const { name: table, fields } of Object.values<Resource>(registry))
    for (const [key, field] of Object.entries(fields))
      if (field.deletedWithTarget && field.target === name)
        await database.run(
          sql`delete from ${sql.identifier(table)} where ${sql.identifier(columnOf(key, field))} = ${uid}`,
        )
}
