import { sql } from 'drizzle-orm'
import type { Database } from './database'

/** Queries per measurement: the fastest response is the most precise. */
const QUESTIONS = 4

/** Clock drift between this machine and the database: 100 ppm, the tolerance of a quartz oscillator. */
const DRIFT = 1e-4

type Reading = {
  /** The database's time in the middle of the question, in milliseconds since 1970. */
  readonly database: number
  /** The time of this process's steady clock then. */
  readonly steady: number
  /** Maximum error of `database`: half the round trip. */
  readonly error: number
}

let known: Reading | undefined

/** Maximum error of a reading by now, in milliseconds. */
const errorNow = ({ error, steady }: Reading) => error + (performance.now() - steady) * DRIFT

/**
 * The time of the database. All servers and workers write it, and compare it with what others wrote.
 * Falls back to this machine's clock until the database has been queried.
 */
export const databaseTime = () =>
  new Date(known ? known.database + performance.now() - known.steady : Date.now())

/** Milliseconds by which the database's time is ahead of this machine's clock; negative if it is behind. */
export const clockDifference = () => databaseTime().getTime() - Date.now()

/** Whether two readings cannot be of one clock that runs evenly: it was set, or is that of another database. */
const contradicts = (reading: Reading, before: Reading) => {
  const expected = before.database + reading.steady - before.steady
  return Math.abs(reading.database - expected) > reading.error + errorNow(before)
}

/** Reads the time of the database, and keeps a reading that is more exact than the known one, or contradicts it. */
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
