import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'

const ignore = () => undefined

/** Milliseconds that a connection may take. */
export const CONNECT = 10_000

/**
 * A broken connection must not crash the server, whether idle or in use: its pending query fails, and the
 * next query uses another connection.
 */
export const poolOf = (config: PoolConfig) =>
  new Pool(config).on('error', ignore).on('connect', client => void client.on('error', ignore))

/** A connection of its own, which is in no pool. */
export const openClient = async (connectionString: string, more: ClientConfig = {}): Promise<Client> => {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT, keepAlive: true, ...more })
  client.on('error', ignore)
  await client.connect()
  return client
}
