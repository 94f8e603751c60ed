import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { columnsOf } from './columns'
import type { Database } from './database'
import { countsOf, foreignKeysOf, indexesOf, type Part, tableOf } from './schema'

const namesIn = async (database: Database) => {
  const rows = await database.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'
    union all select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'
    union all select indexname from pg_indexes where schemaname = 'public'
    union all select conname from pg_constraint
    union all select tgname from pg_trigger`)
  return new Set(rows.map(row => row.name))
}

const missingColumns = (resource: Resource, has: ReadonlySet<string>): Part[] =>
  has.has(resource.name)
    ? columnsOf(resource)
        .filter(column => !has.has(`${resource.name}.${column.name}`))
        .map(column => ({
          name: column.name,
          create: `alter table ${resource.name} add column ${column.name} ${column.definition};`,
        }))
    : []

/**
 * The statements that bring a database to what the definitions say: what is missing, never what is too much, since
 * dropping loses data and is for a person to write.
 */
export const schemaDifference = async (
  database: Database,
  resources: readonly Resource[],
): Promise<string[]> => {
  const has = await namesIn(database)
  const absent = (parts: Part[]) => parts.filter(part => !has.has(part.name))
  return [
    ...absent(resources.map(tableOf)),
    ...resources.flatMap(resource => missingColumns(resource, has)),
    ...resources.flatMap(resource => absent(foreignKeysOf(resource))),
    ...resources.flatMap(resource => absent(indexesOf(resource))),
    ...resources.flatMap(resource => absent(countsOf(resource))),
  ].map(part => part.create)
}
