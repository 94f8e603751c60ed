import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import type { Database } from '~/server/platform/database/database'
import { columnsOf, countsOf, foreignKeysOf, indexesOf, type Part, tableOf } from './tables'

/** The contents of a schema by name, as PostgreSQL describes them, so that they are comparable regardless of their origin. */
type Catalogue = {
  readonly tables: ReadonlySet<string>
  /** Keyed by `table.column`. */
  readonly columns: ReadonlyMap<string, ColumnFacts>
  /** Indexes, foreign keys and triggers. */
  readonly parts: ReadonlyMap<string, string>
}

type ColumnFacts = {
  /** Includes the collation. */
  readonly type: string
  readonly isRequired: boolean
  /** The default or, for a generated column, its expression; null if there is neither. */
  readonly value: string | null
  readonly isGenerated: boolean
}

type ColumnRow = {
  readonly tab: string
  readonly name: string
  readonly type: string
  readonly collation: string | null
  readonly required: boolean
  readonly value: string | null
  readonly generated: boolean
}

const columnRows = (database: Database, schema: string) =>
  database.query<ColumnRow>(sql`
    select c.relname as tab, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      l.collname as collation, a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as value,
      a.attgenerated <> '' as generated
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`)

const partRows = (database: Database, schema: string) =>
  database.query<{ name: string; definition: string }>(sql`
    select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_class c
      where c.relnamespace = ${schema}::regnamespace and c.relkind = 'i'
    union all select conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = ${schema}::regnamespace and contype = 'f'
    union all select t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = ${schema}::regnamespace and not t.tgisinternal`)

/** Reads the catalogue of a schema. Names inside the schema are unqualified. */
export const readCatalogue = async (database: Database, schema: string): Promise<Catalogue> => {
  const bare = (text: string) => text.replaceAll(`${schema}.`, '')
  const columns = await columnRows(database, schema)
  const parts = await partRows(database, schema)
  return {
    tables: new Set(columns.map(({ tab }) => tab)),
    columns: new Map(
      columns.map(({ tab, name, type, collation, required, value, generated }) => [
        `${tab}.${name}`,
        {
          type: collation === 'C' ? `${type} collate "C"` : type,
          isRequired: required,
          value: value === null ? null : bare(value),
          isGenerated: generated,
        },
      ]),
    ),
    parts: new Map(parts.map(({ name, definition }) => [name, bare(definition)])),
  }
}

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

/** Whether dropping a column that is recreated also drops this index. */
const goesWith = (definition: string, dropped: readonly string[]) =>
  dropped.some(column => new RegExp(`\\b${column}\\b`).test(definition))

/** Builds the index of an existing table without blocking its writes. */
const concurrently = (create: string) =>
  create.replace(/^create index /, 'create index concurrently if not exists ')

type Changes = {
  readonly comparison: Comparison
  /** The statement that drops an existing part that differs. */
  readonly drop: (name: string) => string
  /** The statement that adds a part to an existing table, if it differs from that for an empty database. */
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
