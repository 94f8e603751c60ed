import { sql } from 'drizzle-orm'
import type { Database } from './database'

/** Milliseconds of a round trip from which an answer says too little. */
const SLOW = 500

/** The database's time when it was asked last, and the time of this process's steady clock then; in milliseconds. */
let known: { readonly database: number; readonly steady: number } | undefined

/**
 * The time of the database, which is that of all servers and workers: what they write, and compare with what others wrote.
 * This machine's own time until the database was asked.
 */
export const databaseTime = () =>
  new Date(known ? known.database + performance.now() - known.steady : Date.now())

/** Asks the database for its time, which is known to half a round trip then. */
export const readDatabaseTime = async (database: Database) => {
  const before = performance.now()
  const [row] = await database.query<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  )
  const after = performance.now()
  if (row && (!known || after - before < SLOW)) known = { database: row.now, steady: (before + after) / 2 }
}
