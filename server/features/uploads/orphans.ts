import { sql } from 'drizzle-orm'
import { databaseTime } from '~/server/platform/database/clock'
import type { TableRow } from '~/server/platform/database/tables'
import { inBatches } from '~/server/platform/process/concurrency'
import { removeFiles } from '~/server/platform/storage/removal'
import { requireOwnership } from '~/server/platform/storage/store-checks'
import type { Services } from '~/server/records/context'

const HOUR = 3_600_000
/** Hours after its last byte that an unattached file may stay (decisions §8). */
export const TEMPORARY_HOURS = 24
/**
 * Hours after its last byte that a file without a row stays. Its row may be about to be written; or the database is a
 * copy from an earlier day, which was started on the same store by mistake.
 */
const ORPHAN_HOURS = 7 * 24
const AT_ONCE = 1000

/** Compares with the database's clock: that of this machine may be days fast. */
const isOlder = (at: Date | undefined, hours: number) =>
  at === undefined || databaseTime().getTime() - at.getTime() > hours * HOUR

/** Removes objects that users put into the store by themselves: no form has named them, or their removal failed. */
const expireIncoming = async ({ database, files }: Services, hours: number) => {
  if (!files.incoming) return
  await requireOwnership(files, database)
  for await (const file of files.incoming.list())
    if (isOlder(file.writtenAt, hours)) await files.incoming.remove(file)
}

/**
 * Removes unattached uploads; an upload in progress stays.
 * @param hours after its last byte that an upload may stay
 */
export const expireUploads = async (services: Services, hours = TEMPORARY_HOURS) => {
  const { database, files } = services
  // Removes the locks of servers that were killed.
  await database.run(sql`delete from upload_locks where until < now()`)
  const rows = await database.query<TableRow<'files', 'id'>>(sql`select id from files
    where owner is null and created_at < now() - make_interval(secs => ${hours * 3600})`)
  for (const { id } of rows) {
    if (!isOlder(await files.modifiedAt(id), hours)) continue
    const gone = await database.run(sql`delete from files where id = ${id} and owner is null`)
    if (gone > 0) await removeFiles(services, [id])
  }
  await expireIncoming(services, hours)
}

/**
 * Removes files without a row, left by a process that ended between a change and its file operations. The
 * rows are authoritative, so that a removal is as reliable as its transaction.
 * @param hours after its last byte that such a file may stay
 * @throws ForeignStore: another database knows the files
 */
export const collectOrphans = async (services: Services, hours = ORPHAN_HOURS) => {
  const { database, files } = services
  await requireOwnership(files, database)
  for await (const some of inBatches(files.list(), AT_ONCE)) {
    const known = await database.query<TableRow<'files', 'id'>>(
      sql`select id from files where id = any(${sql.param(some)})`,
    )
    const rows = new Set(known.map(({ id }) => id))
    for (const id of some)
      if (!rows.has(id) && isOlder(await files.modifiedAt(id), hours)) await removeFiles(services, [id])
  }
}
