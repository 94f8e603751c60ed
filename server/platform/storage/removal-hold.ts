import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { BackupError } from './backup-error'

/** Lifetime of a hold in minutes unless renewed: removals are blocked this long after a backup is killed. */
const MINUTES = 5
const RENEWAL = 30_000

/** Another backup holds the lock on removals. */
export class BackupRunning extends BackupError {}

export type RemovalHold = {
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
