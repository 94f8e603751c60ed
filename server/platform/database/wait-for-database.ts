import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import { type Connection, connect, type Listeners } from './connection'
import { explainConnection } from './connection-errors'
import type { Database } from './database'
import { NoPrimary } from './hosts'
import { requireFit } from './requirements'
import { sqlState } from './sql-state'
import { isConnectionLost, isUnavailable } from './unavailable'

/** Seconds that a start waits for a PostgreSQL that is away, as during a failover or while it starts itself. */
const PATIENCE = 60

/** A standby is waited for: it may be promoted. */
const requirePrimary = async (database: Database) => {
  const [row] = await database.query<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
  if (row?.standby) throw new NoPrimary('The database is a standby that has not been promoted.')
}

const attempt = async (config: Config, listeners: Listeners) => {
  const connection = await connect(config, listeners)
  try {
    await Promise.all([connection.database, connection.direct].map(requirePrimary))
    await requireFit(connection.direct)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/**
 * Repeats a step of the start each second while PostgreSQL is away. The step must be one that can be repeated.
 * @throws the last error after a minute; at once what waiting does not mend, such as a wrong password
 */
const waitForDatabase = async <T>(
  step: () => Promise<T>,
  onWait?: Listeners['onWait'],
  isAway = isConnectionLost,
): Promise<T> => {
  const end = Date.now() + PATIENCE * 1000
  for (let hasTold = false; ; hasTold = true) {
    try {
      return await step()
    } catch (error) {
      if (!isAway(error) || Date.now() > end) throw explainConnection(error)
      if (!hasTold)
        onWait?.(
          `The database does not answer (${messageOf(explainConnection(error)) || sqlState(error)}). The start waits for it, ${PATIENCE} s at most.`,
        )
      await sleep(1000)
    }
  }
}

/** `waitForDatabase` for the steps of a start, which says so in the log. */
export const waitingWith =
  (log: { readonly warn: (text: string) => void }) =>
  <T>(step: () => Promise<T>) =>
    waitForDatabase(step, reason => log.warn(reason))

/** Connects as `connect` does, once, to a database that the product can work on. */
export const connectToFit = (config: Config): Promise<Connection> =>
  config.DATABASE_URL
    ? attempt(config, {}).catch(error => {
        throw explainConnection(error)
      })
    : connect(config)

/** Connects as `connect` does, to a PostgreSQL that accepts writes; see `waitForDatabase`. */
export const connectToPrimary = (config: Config, listeners: Listeners): Promise<Connection> =>
  config.DATABASE_URL
    ? waitForDatabase(() => attempt(config, listeners), listeners.onWait, isUnavailable)
    : connect(config, listeners)
