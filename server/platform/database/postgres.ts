import type { PoolConfig } from 'pg'
import type { Config } from '~/server/platform/config/config'
import { directUrl, timeoutsOf } from '~/server/platform/config/database-settings'
import type { Connection } from './connection'
import { databaseOn } from './database'
import { refusePooled } from './pooler'
import { CONNECT, openClient, poolOf } from './pools'

const optionsOf = (connectionString: string, more: PoolConfig): PoolConfig => ({
  connectionString,
  connectionTimeoutMillis: CONNECT,
  keepAlive: true,
  ...more,
})

/** Timeouts where no session keeps them. Poolers refuse them in the start of a connection. */
const limitsOf = (config: Config) =>
  Object.entries(timeoutsOf(config))
    .filter(([, milliseconds]) => milliseconds > 0)
    .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
    .join('; ')

/** Whether a pooler takes connections. It does so even if all of its own are in use, unlike a statement. */
const reach = async (url: string) => (await openClient(url)).end()

const MAX = 20

/** One pool for everything. */
const withoutPooler = (config: Config, url: string): Connection => {
  const pool = poolOf(optionsOf(url, { max: MAX, ...timeoutsOf(config) }))
  // A separate pool, so that a busy pool is not mistaken for an unreachable database.
  const pings = poolOf(optionsOf(url, { max: 1 }))
  const ping = async () => void (await pings.query('select 1'))
  const database = databaseOn(pool, { prepare: true, ping })
  return {
    pool,
    database,
    direct: database,
    openSession: () => openClient(url),
    close: async () => void (await Promise.all([pool.end(), pings.end()])),
  }
}

/** Requests through a pooler in transaction mode, past which goes what needs a session. */
const withPooler = (config: Config, url: string, direct: string): Connection => {
  const pool = poolOf(optionsOf(url, { max: MAX, pipeline: true }))
  const directPool = poolOf(optionsOf(direct, { max: 2, ...timeoutsOf(config) }))
  const pings = poolOf(optionsOf(direct, { max: 1 }))
  const ping = async () => void (await Promise.all([pings.query('select 1'), reach(url)]))
  return {
    pool,
    database: databaseOn(pool, { prepare: false, limits: limitsOf(config), ping }),
    direct: databaseOn(directPool, { prepare: true }),
    openSession: () => openClient(direct),
    close: async () => void (await Promise.all([pool.end(), directPool.end(), pings.end()])),
  }
}

/** @throws AddressError */
export const connectPostgres = async (config: Config, url: string): Promise<Connection> => {
  const direct = directUrl(config) ?? url
  await refusePooled(direct === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', direct)
  return direct === url ? withoutPooler(config, url) : withPooler(config, url, direct)
}
