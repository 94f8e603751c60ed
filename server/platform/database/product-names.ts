import { readMigrations } from './migrations'

/** The schemas of the product: its own tables, and those of the queue. */
export const SCHEMAS = ['public', 'pgboss'] as const

/** Names that the migrations give. Those of tables are exact; other words of the migrations may be among `words`. */
export type ProductNames = {
  readonly tables: ReadonlySet<string>
  /** Names of functions, indexes and triggers are among them. */
  readonly words: ReadonlySet<string>
}

const TABLE = /\bcreate (?:unlogged )?table (?:if not exists )?"?(\w+)"?/gi

/** The names that the database of the product has in the schema `public`, as this version and earlier ones made it. */
export const productNames = (): ProductNames => {
  const text = readMigrations()
    .map(migration => migration.text)
    .join('\n')
  // The runner of migrations creates its own table.
  const tables = new Set(['migrations', ...[...text.matchAll(TABLE)].map(([, name = '']) => name)])
  return { tables, words: new Set(text.match(/\w+/g)) }
}

/** A function of the migrations creates these triggers for each table with counts. */
const COUNTING = /_counted_(insert|update|delete)$/

export const isProductTrigger = ({ words }: ProductNames, name: string) =>
  COUNTING.test(name) || words.has(name)
