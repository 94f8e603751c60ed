import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import type { Database } from '~/server/platform/database/database'
import { type Catalogue, type ColumnFacts, readCatalogue } from './catalogue'
import { columnsOf } from './columns'
import { countsOf, foreignKeysOf, indexesOf, type Part, tableOf } from './schema'

/** The wanted and the existing schema, as PostgreSQL describes both. */
type Comparison = { readonly wanted: Catalogue; readonly found: Catalogue }

const SCRATCH = 'wanted'

class Done extends Error {}

/** Creates the wanted schema in a scratch schema, reads its catalogue and rolls back. */
const describeWanted = async (database: Database, resources: readonly Resource[]) => {
  let wanted: Catalogue | undefined
  const make = async (tx: Database) => {
    await tx.run(sql.raw(`create schema ${SCRATCH}`))
    await tx.run(sql.raw(`set local search_path to ${SCRATCH}, public`))
    for (const parts of [tableOf, foreignKeysOf, indexesOf, countsOf])
      for (const { create } of resources.flatMap(parts)) await tx.query(sql.raw(create))
    wanted = await readCatalogue(tx, SCRATCH)
    throw new Done()
  }
  await database.transaction(make).catch(error => {
    if (!(error instanceof Done)) throw error
  })
  if (!wanted) throw new Error('The definitions could not be tried')
  return wanted
}

const alter = (table: string, change: string) => `alter table ${table} ${change};`

const isSame = (one: ColumnFacts, other: ColumnFacts) => JSON.stringify(one) === JSON.stringify(other)

/** A generated column is dropped and recreated with its indexes; no data is lost. */
const changed = (table: string, name: string, definition: string, was: ColumnFacts, is: ColumnFacts) => {
  if (was.isGenerated || is.isGenerated)
    return [alter(table, `drop column ${name}`), alter(table, `add column ${name} ${definition}`)]
  return [
    ...(was.value !== null ? [alter(table, `alter column ${name} drop default`)] : []),
    ...(was.type !== is.type
      ? [alter(table, `alter column ${name} type ${is.type} using ${name}::${is.type.split(' collate')[0]}`)]
      : []),
    ...(is.value !== null ? [alter(table, `alter column ${name} set default ${is.value}`)] : []),
    ...(was.isRequired !== is.isRequired
      ? [alter(table, `alter column ${name} ${is.isRequired ? 'set' : 'drop'} not null`)]
      : []),
  ]
}

const columnChanges = (resource: Resource, { wanted, found }: Comparison) =>
  columnsOf(resource).flatMap(({ name, definition }) => {
    const key = `${resource.name}.${name}`
    const [was, is] = [found.columns.get(key), wanted.columns.get(key)]
    if (!was || !is) return [alter(resource.name, `add column ${name} ${definition}`)]
    return isSame(was, is) ? [] : changed(resource.name, name, definition, was, is)
  })

/** Does dropping a column that is recreated also drop this index? */
const goesWith = (definition: string, dropped: readonly string[]) =>
  dropped.some(column => new RegExp(`\\b${column}\\b`).test(definition))

/** The rows of a table that is there are written while it gets a further index. */
const concurrently = (create: string) =>
  create.replace(/^create index /, 'create index concurrently if not exists ')

type Changes = {
  readonly comparison: Comparison
  /** The statement that drops an existing part that differs. */
  readonly drop: (name: string) => string
  /** The statement that adds a part to what is there, if it is not that of an empty database. */
  readonly add?: (create: string) => string
  readonly droppedColumns?: readonly string[]
}

const partChanges = (
  parts: readonly Part[],
  { comparison: { wanted, found }, drop, add = create => create, droppedColumns = [] }: Changes,
) =>
  parts.flatMap(({ name, create }) => {
    const was = found.parts.get(name)
    if (was === undefined) return [add(create)]
    const isKept = was === wanted.parts.get(name) && !goesWith(create, droppedColumns)
    return isKept ? [] : [drop(name), create]
  })

const columnsDroppedBy = (changes: readonly string[]) =>
  changes.flatMap(change => /drop column (\w+)/.exec(change)?.[1] ?? [])

const dropCounts = ({ name }: Resource) =>
  ['insert', 'delete', 'update']
    .map(event => `drop trigger ${name}_counted_${event} on ${name};`)
    .concat(`delete from counts where resource = '${name}';`)
    .join('\n')

const changesOf = (resource: Resource, comparison: Comparison) => {
  const { name } = resource
  const isThere = comparison.found.tables.has(name)
  const table = isThere ? columnChanges(resource, comparison) : [tableOf(resource).create]
  const droppedColumns = columnsDroppedBy(table)
  return {
    table,
    keys: partChanges(foreignKeysOf(resource), {
      comparison,
      drop: key => alter(name, `drop constraint ${key}`),
    }),
    indexes: partChanges(indexesOf(resource), {
      comparison,
      droppedColumns,
      ...(isThere && { add: concurrently }),
      drop: index => `drop index if exists ${index};`,
    }),
    counts: partChanges(countsOf(resource), { comparison, drop: () => dropCounts(resource) }),
  }
}

/**
 * The statements that migrate a database to the definitions. They add what is missing and alter what differs,
 * but drop nothing superfluous: that loses data and is written by hand.
 */
export const schemaDifference = async (
  database: Database,
  resources: readonly Resource[],
): Promise<string[]> => {
  const comparison = {
    wanted: await describeWanted(database, resources),
    found: await readCatalogue(database, 'public'),
  }
  const changes = resources.map(resource => changesOf(resource, comparison))
  return [
    ...changes.flatMap(({ table }) => table),
    ...changes.flatMap(({ keys }) => keys),
    ...changes.flatMap(({ indexes }) => indexes),
    ...changes.flatMap(({ counts }) => counts),
  ]
}
