import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'

/** The contents of a schema by name, as PostgreSQL describes them. Comparable however they were created. */
export type Catalogue = {
  readonly tables: ReadonlySet<string>
  /** Keyed by `table.column`. */
  readonly columns: ReadonlyMap<string, ColumnFacts>
  /** Indexes, foreign keys and triggers. */
  readonly parts: ReadonlyMap<string, string>
}

export type ColumnFacts = {
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
