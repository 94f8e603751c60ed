import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import { limitsOf } from './connection'
import { type Database, databaseOn } from './database'
import { sqlState } from './errors'
import { poolOf } from './pools'

/** Runs read-only work, perhaps twice, on a host that has all previous commits. */
export type Reading = <T>(work: (database: Database) => Promise<T>) => Promise<T>

/** Place where a read ran: the standby, or the primary because the standby was behind or failed. */
type ReadPlace = 'standby' | 'behind' | 'failed'

/** Milliseconds that a connection to the standby may take: longer than this, the primary would be faster. */
const CONNECT = 2000
/** Milliseconds for which a standby is not used after it was behind or failed. */
const REST = { behind: 500, failed: 5000 } as const
const MAX = 20
/** Milliseconds between questions how far the standby is. Beyond their sum the primary answers. */
const PAUSES = [1, 2, 4, 8, 16]
/** The statement took too long: it would on the primary too. */
const TIMED_OUT = '57014'

type Behind = { readonly place: 'behind' }
type Done<T> = { readonly place: 'standby'; readonly result: T }

/**
 * Position in the write-ahead log after all acknowledged commits. `system` and `timeline` identify the history that it
 * belongs to: each promotion changes the timeline.
 */
type Position = { readonly lsn: string; readonly system: string; readonly timeline: string }

const positionOf = async (primary: Database): Promise<Position> => {
  const [row] = await primary.prepared<Position>(sql`select pg_current_wal_flush_lsn()::text as lsn,
    (select system_identifier::text from pg_control_system()) as system,
    left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline`)
  if (!row) throw new Error('The primary does not tell its position')
  return row
}

const hasReplayed = async (standby: Database, { lsn, system, timeline }: Position) => {
  const [row] = await standby.query<{ replayed: boolean | null }>(
    sql`select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn and system_identifier::text = ${system}
      and lpad(upper(to_hex(min_recovery_end_timeline)), 8, '0') = ${timeline} as replayed
      from pg_control_system(), pg_control_recovery()`,
  )
  return row?.replayed === true
}

const catchesUp = async (standby: Database, position: Position) => {
  for (const pause of PAUSES) {
    if (await hasReplayed(standby, position)) return true
    await sleep(pause)
  }
  return hasReplayed(standby, position)
}

/** Checks and reads in one transaction: behind a pooler, two transactions may run on two hosts. */
const readWhole = <T>(standby: Database, position: Position, work: (database: Database) => Promise<T>) =>
  standby.transaction<Behind | Done<T>>(async tx =>
    (await catchesUp(tx, position)) ? { place: 'standby', result: await work(tx) } : { place: 'behind' },
  )

/** Errors that the primary would answer with as well. */
const isFinal = (error: unknown) => error instanceof ApiError || sqlState(error) === TIMED_OUT

const readingOn = (standby: Database, primary: Database, count: (place: ReadPlace) => void): Reading => {
  let rest: { readonly place: keyof typeof REST; readonly until: number } | undefined
  const ask = async <T>(work: (database: Database) => Promise<T>) => {
    const position = await positionOf(primary)
    return readWhole(standby, position, work).catch(error => {
      if (isFinal(error)) throw error
      return { place: 'failed' } as const
    })
  }
  return async work => {
    if (rest && Date.now() >= rest.until) rest = undefined
    const answer = rest ?? (await ask(work))
    count(answer.place)
    if (answer.place === 'standby') return answer.result
    rest ??= { place: answer.place, until: Date.now() + REST[answer.place] }
    return work(primary)
  }
}

/**
 * Reads on the standby at DATABASE_READ_URL; without it, on the primary. The standby must have replayed the primary's
 * current position, so that every read sees all writes committed before it, by any server.
 * @param count called with the place of each read, if a standby is configured
 */
export const openReading = (config: Config, primary: Database, count: (place: ReadPlace) => void) => {
  const { DATABASE_READ_URL } = config
  if (!DATABASE_READ_URL)
    return { read: (async work => work(primary)) as Reading, close: async () => undefined }
  const pool = poolOf({
    ...{ connectionString: DATABASE_READ_URL, connectionTimeoutMillis: CONNECT, keepAlive: true, max: MAX },
  })
  // The address may lead to a pooler: no prepared statements, and timeouts in the transaction.
  const standby = databaseOn(pool, { prepare: false, limits: limitsOf(config) })
  return { read: readingOn(standby, primary, count), close: () => pool.end() }
}
