import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { BackupError } from './backup-error'

/** Minutes that a hold lasts unless it is renewed: so long files stay after a backup that was killed. */
const MINUTES = 5
const RENEWAL = 30_000

/** Another backup has the hold. */
export class BackupRunning extends BackupError {}

export type RemovalHold = {
  /** Ends the hold. @returns whether it lasted until now: else files may be missing in the backup */
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

/** A database that no server of this version has used has nobody who would remove files. */
const hasHolds = async (database: Database) => {
  const [found] = await database.query<{ table: string | null }>(
    sql`select to_regclass('backup_holds')::text as table`,
  )
  return found?.table !== null
}

/**
 * Keeps stored files from being removed while they are copied; one backup at a time, on whichever server.
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

/** Ends what a killed process has left, where no other can be running: on the embedded database. */
export const endHolds = async (database: Database) => {
  if (await hasHolds(database)) await database.run(sql`delete from backup_holds`)
}

/**
 * Are files being copied into a backup? Ask after the change that removes a file's row is committed: then a file whose
 * removal is allowed is in no backup that is being made.
 */
export const isHeld = async (database: Database) => {
  const [held] = await database.query(sql`select 1 from backup_holds where until > now() limit 1`)
  return held !== undefined
}
