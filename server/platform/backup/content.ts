import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { isFilled } from '~/server/platform/database/is-filled'
import type { TableRow } from '~/server/platform/database/tables'
import type { StoredFile } from '~/server/platform/snapshots/manifest'

/** The database contents that a manifest lists. */
export type Content = { readonly migrations: string[]; readonly files: StoredFile[] }

const migrationsOf = async (database: Database) => {
  const [found] = await database.query<{ table: string | null }>(
    sql`select to_regclass('migrations')::text as table`,
  )
  if (!found?.table) return []
  return (
    await database.query<TableRow<'migrations', 'name'>>(sql`select name from migrations order by name`)
  ).map(({ name }) => name)
}

/** Only completed files: their bytes are complete and immutable. */
const filesOf = async (database: Database): Promise<StoredFile[]> => {
  const rows = await database.query<TableRow<'files', 'id' | 'size' | 'md5'>>(
    sql`select id, size, md5 from files where md5 is not null and size is not null order by id`,
  )
  return rows
    .filter(row => isFilled(row, 'size', 'md5'))
    .map(({ id, size, md5 }) => ({ id, size: Number(size), md5 }))
}

export const contentOf = async (database: Database): Promise<Content> => {
  const migrations = await migrationsOf(database)
  return { migrations, files: migrations.length > 0 ? await filesOf(database) : [] }
}
