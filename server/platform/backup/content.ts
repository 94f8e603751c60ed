import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import type { StoredFile } from '~/server/platform/snapshots/manifest'
import type { FileRow } from '~/server/platform/storage/file-row'

/** The database contents that a manifest lists. */
export type Content = { readonly migrations: string[]; readonly files: StoredFile[] }

const migrationsOf = async (database: Database) => {
  const [found] = await database.query<{ table: string | null }>(
    sql`select to_regclass('migrations')::text as table`,
  )
  if (!found?.table) return []
  return (await database.query<{ name: string }>(sql`select name from migrations order by name`)).map(
    ({ name }) => name,
  )
}

/** Only completed files: their bytes are complete and immutable. */
const filesOf = async (database: Database): Promise<StoredFile[]> => {
  const rows = await database.query<Pick<FileRow, 'id' | 'size'> & { md5: NonNullable<FileRow['md5']> }>(
    sql`select id, size, md5 from files where md5 is not null and size is not null order by id`,
  )
  return rows.map(({ id, size, md5 }) => ({ id, size: Number(size), md5 }))
}

export const contentOf = async (database: Database): Promise<Content> => {
  const migrations = await migrationsOf(database)
  return { migrations, files: migrations.length > 0 ? await filesOf(database) : [] }
}
