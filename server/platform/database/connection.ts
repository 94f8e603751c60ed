import { once } from 'node:events'
import path from 'node:path'
import type { Client, ClientBase, Pool } from 'pg'
import type { Config } from '~/server/platform/config/config'
import { directUrl, timeoutsOf } from '~/server/platform/config/database-settings'
import { type Database, databaseOn, type Measure, type Source } from './database'
import {
  damaged,
  type Embedded,
  refuseDamaged,
  refuseMissing,
  startEmbedded,
  UnopenedDatabase,
} from './embedded'
import { type FolderLock, lockFolder } from './folder-lock'
import { openClient, poolOf, SESSION_SETTINGS, TRANSACTION_SETTINGS } from './pools'
import { createPrimary, findPrimary, hostsOf, isChosen, type Primary } from './primary'

type PoolCounts = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

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

/** The addresses of the database do not match the servers that they lead to. */
export class AddressError extends Error {}

const sessionOf = async (client: Client) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/**
 * Two open connections have two sessions that never change; behind a pooler in transaction mode they share the
 * sessions that are free.
 */
const sharesSessions = async (one: Client, other: Client) => {
  const before = await sessionOf(one)
  const between = await sessionOf(other)
  return before === between || before !== (await sessionOf(one))
}

const isPooled = async (address: string) => {
  const url = isChosen(address) ? await findPrimary(hostsOf(address)) : address
  const one = await openClient(url)
  try {
    const other = await openClient(url)
    try {
      return await sharesSessions(one, other)
    } finally {
      await other.end()
    }
  } finally {
    await one.end()
  }
}

/**
 * Refuses an address that must keep sessions and leads to a pooler in transaction mode: notifications would be lost and
 * prepared statements fail now and then, without an error at startup. Ignores a database that does not answer: the first
 * query reports it.
 * @throws AddressError
 */
const refusePooled = async (name: string, url: string) => {
  const pooled = await isPooled(url).catch(() => false)
  if (!pooled) return
  throw new AddressError(
    name === 'DATABASE_URL'
      ? 'DATABASE_URL leads to a pooler in transaction mode: set DATABASE_DIRECT_URL to the address of the database itself.'
      : `${name} leads to a pooler in transaction mode: it takes the address of the database itself.`,
  )
}

/** Settings and timeouts where no session keeps them. Poolers refuse timeouts in the start of a connection. */
export const limitsOf = (config: Config) =>
  [
    TRANSACTION_SETTINGS,
    ...Object.entries(timeoutsOf(config)).map(
      ([name, milliseconds]) => `set local ${name} = ${milliseconds}`,
    ),
  ].join('; ')

/** Gives each session the same settings and timeouts, regardless of those of the role or the database. */
const inSession = (config: Config) => {
  const timeouts = Object.entries(timeoutsOf(config)).map(([name, most]) => `set ${name} = ${most}`)
  const settings = [SESSION_SETTINGS, ...timeouts].join('; ')
  return { onConnect: async (client: ClientBase) => void (await client.query(settings)) }
}

const closing = (...sources: readonly Primary[]) =>
  Promise.all(sources.map(source => source.close())).then(() => undefined)

/** A connection for nothing else, so that a busy pool is not mistaken for an unreachable database. */
const pingsTo = (url: string) => {
  const source = createPrimary(url, { max: 1 })
  return { source, ping: databaseOn(source, { prepare: false }).ping }
}

/** One pool for everything. */
const withoutPooler = (config: Config, url: string): Connection => {
  const pool = createPrimary(url, { max: config.DATABASE_CONNECTIONS, ...inSession(config) })
  const { source: pings, ping } = pingsTo(url)
  const database = databaseOn(pool, { prepare: true, ping })
  return {
    pool,
    database,
    direct: database,
    openSession: pool.openSession,
    close: () => closing(pool, pings),
  }
}

/** A connection for requests through a pooler in transaction mode; work that needs a session bypasses the pooler. */
const withPooler = (config: Config, url: string, directUrl: string): Connection => {
  const pool = createPrimary(url, { max: config.DATABASE_CONNECTIONS, pipeline: true })
  const direct = createPrimary(directUrl, { max: 2, ...inSession(config) })
  const pings = pingsTo(directUrl)
  const ping = async () => void (await Promise.all([pings.ping(), pool.reach()]))
  return {
    pool,
    database: databaseOn(pool, { prepare: false, limits: limitsOf(config), ping }),
    direct: databaseOn(direct, { prepare: true }),
    openSession: direct.openSession,
    close: () => closing(pool, direct, pings.source),
  }
}

/** @throws AddressError */
const connectPostgres = async (config: Config, url: string): Promise<Connection> => {
  const direct = directUrl(config) ?? url
  await refusePooled(direct === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', direct)
  return direct === url ? withoutPooler(config, url) : withPooler(config, url, direct)
}
