import { sql } from 'drizzle-orm'
import { removeFiles } from '~/server/platform/storage/remove-files'
import type { Services } from '~/server/records/services'

const HOUR = 3_600_000
/** Hours after its last byte that a file which no record took may stay (decisions §8). */
const TEMPORARY_HOURS = 24
/** Hours after its last byte that a file without a row may stay: its row may be about to be written. */
const ORPHAN_HOURS = 1
const AT_ONCE = 1000

const isOlder = (at: Date | undefined, hours: number) =>
  at === undefined || Date.now() - at.getTime() > hours * HOUR

/**
 * Removes uploads that no record took; one that is still being sent stays.
 * @param hours after its last byte that an upload may stay
 */
export const expireUploads = async (services: Services, hours = TEMPORARY_HOURS) => {
  const { database, files } = services
  const rows = await database.query<{ id: string }>(sql`select id from files
    where owner is null and created_at < now() - make_interval(secs => ${hours * 3600})`)
  for (const { id } of rows) {
    if (!isOlder(await files.modifiedAt(id), hours)) continue
    const gone = await database.run(sql`delete from files where id = ${id} and owner is null`)
    if (gone > 0) await removeFiles(services, [id])
  }
}

/**
 * Removes files that have no row: what a process that ended between a change and its files left. The rows decide, so
 * that a removal is as good as its transaction.
 * @param hours after its last byte that such a file may stay
 */
export const collectOrphans = async (services: Services, hours = ORPHAN_HOURS) => {
  const { database, files } = services
  const ids = await files.ids()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const known = await database.query<{ id: string }>(
      sql`select id from files where id = any(${sql.param(some)})`,
    )
    const rows = new Set(known.map(({ id }) => id))
    for (const id of some)
      if (!rows.has(id) && isOlder(await files.modifiedAt(id), hours)) await removeFiles(services, [id])
  }
}
