import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import { type Connection, connect, type Listeners } from './connection'
import type { Database } from './database'
import { NoPrimary } from './hosts'
import { sqlState } from './sql-state'
import { isUnavailable } from './unavailable'

/** Seconds that a start waits for a PostgreSQL that is away, as during a failover or while it starts itself. */
const PATIENCE = 60

const requirePrimary = async (database: Database) => {
  const [row] = await database.query<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
  if (row?.standby) throw new NoPrimary('The database is a standby that has not been promoted.')
}

const attempt = async (config: Config, listeners: Listeners) => {
  const connection = await connect(config, listeners)
  try {
    await Promise.all([connection.database, connection.direct].map(requirePrimary))
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/**
 * Connects as `connect` does, to a PostgreSQL that accepts writes. One that is away is tried again each second.
 * @throws the last error after a minute; at once what waiting does not mend, such as a wrong password
 */
export const connectToPrimary = async (config: Config, listeners: Listeners): Promise<Connection> => {
  if (!config.DATABASE_URL) return connect(config, listeners)
  const end = Date.now() + PATIENCE * 1000
  for (let hasTold = false; ; hasTold = true) {
    try {
      return await attempt(config, listeners)
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > end) throw error
      if (!hasTold)
        listeners.onWait?.(
          `The database does not answer (${messageOf(error) || sqlState(error)}). The start waits for it, ${PATIENCE} s at most.`,
        )
      await sleep(1000)
    }
  }
}
