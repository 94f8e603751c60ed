import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { SESSION_SETTINGS } from './session-settings'

const ignore = () => undefined

/** Finds a machine that is gone without a word sooner than the system does, which asks after two hours. */
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
