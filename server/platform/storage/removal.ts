import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import type { Background } from '~/server/platform/process/concurrency'
import type { FileStore } from './file-store'

/** A backup or restoration was refused or failed; the message is meant for the operator. */
export class BackupError extends Error {}

/** Lifetime of a hold in minutes unless renewed: removals are blocked this long after a backup is killed. */
const MINUTES = 5
const RENEWAL = 30_000

/** Another backup holds the lock on removals. */
export class BackupRunning extends BackupError {}

type RemovalHold = {
  /** Releases the hold. @returns whether it was still valid; if not, files may be missing in the backup */
  release(): Promise<boolean>
}

const until = sql`now() + make_interval(mins => ${MINUTES})`

const claim = (database: Database, id: string) =>
  database.transaction(async tx => {
    await tx.query(sql`lock table backup_holds in exclusive mode`)
    await tx.run(sql`delete from backup_holds where until <= now()`)
    const [running] = await tx.query(sql`select 1 from backup_holds`)
    if (running)
      throw new BackupRunning(
        `A backup is running already, or was interrupted less than ${MINUTES} minutes ago. Try again later.`,
      )
    await tx.run(sql`insert into backup_holds (id, until) values (${id}, ${until})`)
  })

/** The table is missing in a database that no server of this version has used: nothing removes its files. */
const hasHolds = async (database: Database) => {
  const [found] = await database.query<{ table: string | null }>(
    sql`select to_regclass('backup_holds')::text as table`,
  )
  return found?.table !== null
}

/**
 * Prevents the removal of stored files while they are copied; one backup at a time across all servers.
 * @throws BackupRunning
 */
export const holdRemovals = async (database: Database): Promise<RemovalHold> => {
  if (!(await hasHolds(database))) return { release: async () => true }
  const id = randomUUID()
  await claim(database, id)
  const renew = () =>
    database.run(sql`update backup_holds set until = ${until} where id = ${id} and until > now()`)
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWAL).unref()
  return {
    release: async () => {
      clearInterval(timer)
      const [ended] = await database.query<{ lasted: boolean }>(
        sql`delete from backup_holds where id = ${id} returning until > now() as lasted`,
      )
      return ended?.lasted === true
    },
  }
}

/** Deletes holds left by a killed process; only for the embedded database, where no other backup can run. */
export const endHolds = async (database: Database) => {
  if (await hasHolds(database)) await database.run(sql`delete from backup_holds`)
}

/**
 * Whether a backup is copying files. Call it after the transaction that deletes a file's row has committed: a
 * file whose removal is then allowed is in no running backup.
 */
export const isHeld = async (database: Database) => {
  const [held] = await database.query(sql`select 1 from backup_holds where until > now() limit 1`)
  return held !== undefined
}

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

/** Remembered files, the oldest first, without files that have a row again, as after a restore. */
const remembered = (database: Database) =>
  database.query<TableRow<'file_removals', 'id'>>(sql`select id from file_removals r
    where not exists (select 1 from files f where f.id = r.id) order by deleted_at, id limit ${BATCH}`)

/**
 * Removes the files that were remembered: when a backup ends, and regularly, after a backup that was killed, or a server that was
 * killed before it removed them. Ends if a backup begins: files that were remembered before are in no later backup.
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
