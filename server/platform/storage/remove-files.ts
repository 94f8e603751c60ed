import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import type { Background } from '~/server/platform/process/background'
import type { FileStore } from './file-store'
import { isHeld } from './removal-hold'

type Removing = { readonly database: Database; readonly files: FileStore }

/** Files that are removed at the same time. */
const BATCH = 200

const removeNow = async ({ database, files }: Removing, ids: readonly string[]) => {
  await Promise.all(ids.map(id => files.remove(id)))
  await database.run(sql`delete from file_removals where id = any(${sql.param(ids)})`)
}

/**
 * Removes files whose rows are deleted. While a backup is running they stay: a trigger has remembered them, and they are removed
 * when it ends.
 */
export const removeFiles = async (removing: Removing, ids: readonly string[]) => {
  if (ids.length === 0 || (await isHeld(removing.database))) return
  await removeNow(removing, ids)
}

/** The table is missing in a database that no server of this version has used. */
const hasRemovals = async (database: Database) => {
  const [found] = await database.query<{ table: string | null }>(
    sql`select to_regclass('file_removals')::text as table`,
  )
  return found?.table !== null
}

/** Those that are remembered, the oldest first. A file that has a row again, as after a restoration, is none. */
const remembered = (database: Database) =>
  database.query<TableRow<'file_removals', 'id'>>(sql`select id from file_removals r
    where not exists (select 1 from files f where f.id = r.id) order by deleted_at, id limit ${BATCH}`)

/**
 * Removes the files that were remembered: when a backup ends, and regularly, after a backup that was killed, or a server that was
 * killed before it removed them. Ends where a backup begins: what was remembered before is in no backup that begins later.
 * @throws StoreUnavailable
 */
export const removeRemembered = async (removing: Removing) => {
  const { database } = removing
  if (!(await hasRemovals(database))) return
  for (;;) {
    const ids = (await remembered(database)).map(({ id }) => id)
    if (ids.length === 0 || (await isHeld(database))) return
    await removeNow(removing, ids)
  }
}

/** Seconds for which a request waits until the files that it removed are gone. */
const PATIENCE = 2

/**
 * Removes files after the change that deleted their rows. The change is made: a store that is slow or away must not
 * make its request fail. What cannot be removed now is removed later.
 */
export const removeFilesSoon = async (
  services: Parameters<typeof removeFiles>[0] & { readonly background: Background },
  ids: readonly string[],
) => {
  const removing = removeFiles(services, ids)
  services.background.beside(() => removing)
  await Promise.race([removing.catch(() => undefined), sleep(PATIENCE * 1000, undefined, { ref: false })])
}
