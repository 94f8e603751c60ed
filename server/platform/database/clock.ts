import { sql } from 'drizzle-orm'
import type { Database } from './database'

/** How often the database is asked at a time: the fastest answer says the most. */
const QUESTIONS = 4

/** By how much a millisecond here may differ from one of the database: 100 ppm, what a quartz is allowed. */
const DRIFT = 1e-4

type Reading = {
  /** The database's time in the middle of the question, in milliseconds since 1970. */
  readonly database: number
  /** The time of this process's steady clock then. */
  readonly steady: number
  /** By how much `database` may be wrong: half the round trip. */
  readonly error: number
}

let known: Reading | undefined

/** By how much a reading may be wrong by now, in milliseconds. */
const errorNow = ({ error, steady }: Reading) => error + (performance.now() - steady) * DRIFT

/**
 * The time of the database, which is that of all servers and workers: what they write, and compare with what others wrote.
 * This machine's own time until the database was asked.
 */
export const databaseTime = () =>
  new Date(known ? known.database + performance.now() - known.steady : Date.now())

/** By how many milliseconds the database's time is ahead of this machine's clock; negative where it is behind. */
export const clockDifference = () => databaseTime().getTime() - Date.now()

/** Whether two readings cannot be of one clock that runs evenly: it was set, or is that of another database. */
const contradicts = (reading: Reading, before: Reading) => {
  const expected = before.database + reading.steady - before.steady
  return Math.abs(reading.database - expected) > reading.error + errorNow(before)
}

/** Reads the time of the database, and keeps the answer where it is more exact than what is known, or contradicts it. */
export const readDatabaseTime = async (database: Pick<Database, 'query'>) => {
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const before = performance.now()
    const [row] = await database.query<{ now: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    )
    const after = performance.now()
    if (!row) continue
    const reading = { database: row.now, steady: (before + after) / 2, error: (after - before) / 2 }
    if (!known || errorNow(reading) < errorNow(known) || contradicts(reading, known)) known = reading
  }
}
