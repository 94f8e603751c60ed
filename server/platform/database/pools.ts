import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'

/**
 * Parameters that statements and the driver rely on, regardless of those of the role, the database or the server: an
 * administrator can set each of them, which would change or break results elsewhere.
 */
const settings = {
  // The driver reads dates in no other style.
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  gin_fuzzy_search_limit: '0',
  // A failed statement would end the connection.
  exit_on_error: 'off',
} as const

/** Each with a default for new transactions, and a statement for one that began. */
const isolation = {
  session: "set default_transaction_isolation = 'read committed'",
  transaction: 'set transaction isolation level read committed',
} as const

/** Timeouts that would end idle connections or long migrations; an older PostgreSQL does not know them all. */
const withoutTimeouts = (isLocal: boolean) =>
  `select set_config(name, '0', ${isLocal}) from unnest(array['idle_session_timeout', 'transaction_timeout']) as name
    where current_setting(name, true) is not null`

const setAll = (verb: 'set' | 'set local') =>
  Object.entries(settings)
    .map(([name, value]) => `${verb} ${name} = '${value}'`)
    .join('; ')

/** Run first on each connection that keeps its session. */
export const SESSION_SETTINGS = [setAll('set'), isolation.session, withoutTimeouts(false)].join('; ')

/** Run first in each transaction behind a pooler, where a session is shared with others. */
export const TRANSACTION_SETTINGS = [isolation.transaction, setAll('set local')].join('; ')

const ignore = () => undefined

/** Detects an unreachable machine sooner than the system's default, which sends the first probe after two hours. */
export const alive = { keepAlive: true, keepAliveInitialDelayMillis: 15_000 } as const

/** Milliseconds that a connection may take. */
export const CONNECT = 10_000

/**
 * A broken connection must not crash the server, whether idle or in use: its pending query fails, and the
 * next query uses another connection.
 */
export const poolOf = (config: PoolConfig) =>
  new Pool(config).on('error', ignore).on('connect', client => void client.on('error', ignore))

/** A connection of its own, which is in no pool; its session has the parameters that the role or the database gives it. */
export const openClient = async (connectionString: string, more: ClientConfig = {}): Promise<Client> => {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT, ...alive, ...more })
  client.on('error', ignore)
  await client.connect()
  return client
}

/** A connection of its own whose session has the product's settings. Not for a pooler, which would keep them for others. */
export const openSession = async (connectionString: string): Promise<Client> => {
  const client = await openClient(connectionString)
  try {
    await client.query(SESSION_SETTINGS)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}
