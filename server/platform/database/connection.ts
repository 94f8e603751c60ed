import { once } from 'node:events'
import path from 'node:path'
import type { Client, Pool } from 'pg'
import type { Config } from '~/server/platform/config/config'
import { damaged, refuseDamaged, refuseMissing } from './damage'
import { type Database, databaseOn, type Measure, type Source } from './database'
import { type Embedded, startEmbedded, UnopenedDatabase } from './embedded'
import { type FolderLock, lockFolder } from './folder-lock'
import { poolOf } from './pools'
import { connectPostgres } from './postgres'

export type PoolCounts = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

export type Connection = {
  readonly pool: Source & PoolCounts
  readonly database: Database
  /**
   * Past a pooler, for migrations and copies, which take long and keep a session; else the same as `database`.
   */
  readonly direct: Database
  /** Opens a connection with a session of its own; absent with the embedded database, whose connections share one. */
  readonly openSession?: () => Promise<Client>
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
  const database = databaseOn(pool, { prepare: false, serial: true, measure })
  return {
    pool,
    database,
    direct: database,
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

/**
 * Connects to PostgreSQL at DATABASE_URL, else to the embedded database in DATA_DIR, with the same driver.
 * @throws FolderInUse, DataDamaged, AddressError
 */
export const connect = async (config: Config, listeners: Listeners = {}): Promise<Connection> =>
  config.DATABASE_URL ? connectPostgres(config, config.DATABASE_URL) : embedded(config, listeners)
