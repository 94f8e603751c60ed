import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { productNames, SCHEMAS } from '~/server/platform/database/product-names'

type Relation = {
  readonly schema: string
  readonly name: string
  readonly isReadable: boolean
  readonly isTable: boolean
}

const schemas = sql.param([...SCHEMAS])

/** Tables, views and sequences in the schemas of the product, but for what belongs to extensions. */
const relationsIn = (database: Database) =>
  database.query<Relation>(sql`
    select n.nspname as schema, c.relname as name, c.relkind in ('r', 'p') as "isTable",
      has_schema_privilege(n.oid, 'usage') and case when c.relkind = 'S'
        then has_sequence_privilege(c.oid, 'select') else has_table_privilege(c.oid, 'select') end as "isReadable"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname = any(${schemas})
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`)

export type Foreign = {
  /** Relations in the product's schemas that are not the product's: they are left out of backups. */
  readonly others: readonly Pick<Relation, 'schema' | 'name'>[]
  /** Relations of the product that the role may not read. */
  readonly unreadable: readonly Pick<Relation, 'schema' | 'name'>[]
}

/** What others made in the schemas of the product, and what of the product's own cannot be read. */
export const findForeign = async (database: Database): Promise<Foreign> => {
  const { tables } = productNames()
  const isOwn = ({ schema, name }: Relation) =>
    schema === 'pgboss' ||
    tables.has(name) ||
    [...tables].some(table => name.startsWith(`${table}_`) && name.endsWith('_seq'))
  const relations = await relationsIn(database)
  return {
    others: relations.filter(each => !isOwn(each)),
    unreadable: relations.filter(each => isOwn(each) && !each.isReadable),
  }
}

/** Schemas that are neither the product's nor PostgreSQL's. */
export const otherSchemas = async (database: Database) =>
  (
    await database.query<{ name: string }>(sql`select nspname as name from pg_namespace n
      where nspname <> all(${schemas}) and nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select 1 from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid and d.deptype = 'e')
      order by 1`)
  ).map(({ name }) => name)

/** Extensions that columns or indexes of the product's tables use: without them those cannot be restored. */
export const usedExtensions = async (database: Database) => {
  const { tables } = productNames()
  const names = sql.param([...tables])
  return (
    await database.query<{ name: string; table: string }>(sql`
      select distinct e.extname as name, c.relname as table
      from pg_depend d join pg_depend m on m.classid = d.refclassid and m.objid = d.refobjid and m.deptype = 'e'
        join pg_extension e on e.oid = m.refobjid and m.refclassid = 'pg_extension'::regclass
        join pg_class c on c.oid = d.objid and d.classid = 'pg_class'::regclass
        join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relname = any(${names}) and c.relkind = 'r' order by 1, 2`)
  ).map(({ name, table }) => `${name} (${table})`)
}

/** A pattern of `pg_dump` that matches this relation alone. */
export const patternOf = ({ schema, name }: Pick<Relation, 'schema' | 'name'>) =>
  [schema, name].map(each => `"${each.replaceAll('"', '""')}"`).join('.')
