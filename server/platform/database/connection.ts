import { once } from 'node:events'
import path from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import type { Config } from '~/server/platform/config/config'
import { timeoutsOf } from '~/server/platform/config/pool-settings'
import { damaged, refuseDamaged, refuseMissing } from './damage'
import { type Database, databaseOn, type Measure } from './database'
import { type Embedded, startEmbedded, UnopenedDatabase } from './embedded'
import { type FolderLock, lockFolder } from './folder-lock'

export type Connection = {
  readonly pool: Pool
  readonly database: Database
  /** Directory of the embedded database; absent with PostgreSQL. */
  readonly folder?: string
  close(): Promise<void>
}

export type Listeners = {
  /**
   * Called when the embedded database process exits, or when another machine takes over the folder. The
   * server cannot continue without it.
   */
  readonly onLost?: (reason: string) => void
  /** Called with the reason when the start has to wait. */
  readonly onWait?: (reason: string) => void
  /** Called with the duration of each statement of the embedded database. */
  readonly measure?: Measure
}

const ENDED = 'The embedded database ended. Start the server again; if it happens again, restore a backup.'

const ignore = () => undefined

/**
 * A broken connection must not crash the server, whether idle or in use: its pending query fails, and the
 * next query uses another connection.
 */
const poolOf = (config: PoolConfig) =>
  new Pool(config).on('error', ignore).on('connect', client => void client.on('error', ignore))

type Opened = {
  readonly folder: string
  readonly child: Embedded
  readonly lock: FolderLock
  readonly onEnd: () => void
  readonly measure: Measure | undefined
}

const connectionOf = ({ folder, child, lock, onEnd, measure }: Opened): Connection => {
  // The embedded database runs one query at a time: more connections would only queue.
  const pool = poolOf({ host: folder, port: 5432, user: 'postgres', database: 'postgres', max: 10 })
  return {
    pool,
    database: databaseOn(pool, { prepare: false, measure }),
    folder: path.join(folder, 'pglite'),
    close: async () => {
      child.off('exit', onEnd)
      await pool.end()
      const ended = once(child, 'exit')
      if (child.connected) {
        child.disconnect()
        await ended
      }
      lock.release()
    },
  }
}

const openEmbedded = async (folder: string, lock: FolderLock, config: Config) => {
  refuseMissing(config)
  return startEmbedded(folder, lock.descriptor).catch(error => {
    throw error instanceof UnopenedDatabase ? damaged(config, error.message) : error
  })
}

const embedded = async (config: Config, { onLost = () => undefined, onWait, measure }: Listeners) => {
  const folder = path.resolve(config.DATA_DIR)
  let child: Embedded | undefined
  const onStolen = (reason: string) => {
    child?.off('exit', onEnd)
    child?.kill('SIGKILL')
    onLost(reason)
  }
  const onEnd = () => onLost(ENDED)
  const lock = await lockFolder(folder, { onStolen, onWait })
  try {
    child = await openEmbedded(folder, lock, config)
  } catch (error) {
    lock.release()
    throw error
  }
  child.once('exit', onEnd)
  const connection = connectionOf({ folder, child, lock, onEnd, measure })
  try {
    await refuseDamaged(connection.database, config)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

const remote = (config: Config, connectionString: string): Connection => {
  const pool = poolOf({ connectionString, max: 20, connectionTimeoutMillis: 10_000, ...timeoutsOf(config) })
  // A separate pool, so that a busy pool is not mistaken for an unreachable database.
  const pingPool = poolOf({ connectionString, max: 1, connectionTimeoutMillis: 10_000 })
  return {
    pool,
    database: databaseOn(pool, { prepare: true, pingPool }),
    close: async () => {
      await Promise.all([pool.end(), pingPool.end()])
    },
  }
}

/**
 * Connects to PostgreSQL at DATABASE_URL, else to the embedded database in DATA_DIR, with the same driver.
 * @throws FolderInUse, DataDamaged
 */
export const connect = async (config: Config, listeners: Listeners = {}): Promise<Connection> =>
  config.DATABASE_URL ? remote(config, config.DATABASE_URL) : embedded(config, listeners)
