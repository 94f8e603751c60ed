import type { ClientBase } from 'pg'
import type { Config } from '~/server/platform/config/config'
import { directUrl, timeoutsOf } from '~/server/platform/config/database-settings'
import type { Connection } from './connection'
import { databaseOn } from './database'
import { refusePooled } from './pooler'
import { createPrimary, type Primary } from './primary'
import { SESSION_SETTINGS, TRANSACTION_SETTINGS } from './session-settings'

/** Settings and timeouts where no session keeps them. Poolers refuse timeouts in the start of a connection. */
export const limitsOf = (config: Config) =>
  [
    TRANSACTION_SETTINGS,
    ...Object.entries(timeoutsOf(config)).map(
      ([name, milliseconds]) => `set local ${name} = ${milliseconds}`,
    ),
  ].join('; ')

/** Each session has the same settings and timeouts, whatever those of the role or the database are. */
const inSession = (config: Config) => {
  const timeouts = Object.entries(timeoutsOf(config)).map(([name, most]) => `set ${name} = ${most}`)
  const settings = [SESSION_SETTINGS, ...timeouts].join('; ')
  return { onConnect: async (client: ClientBase) => void (await client.query(settings)) }
}

const MAX = 20

const closing = (...sources: readonly Primary[]) =>
  Promise.all(sources.map(source => source.close())).then(() => undefined)

/** A connection for nothing else, so that a busy pool is not mistaken for an unreachable database. */
const pingsTo = (url: string) => {
  const source = createPrimary(url, { max: 1 })
  return { source, ping: databaseOn(source, { prepare: false }).ping }
}

/** One pool for everything. */
const withoutPooler = (config: Config, url: string): Connection => {
  const pool = createPrimary(url, { max: MAX, ...inSession(config) })
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

/** Requests through a pooler in transaction mode, past which goes what needs a session. */
const withPooler = (config: Config, url: string, directUrl: string): Connection => {
  const pool = createPrimary(url, { max: MAX, pipeline: true })
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
export const connectPostgres = async (config: Config, url: string): Promise<Connection> => {
  const direct = directUrl(config) ?? url
  await refusePooled(direct === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', direct)
  return direct === url ? withoutPooler(config, url) : withPooler(config, url, direct)
}
