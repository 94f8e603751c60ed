import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestServer } from './test-server'

export const postgresClient = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

/** Reaches the server's own database: PostgreSQL, or the embedded one's socket in the data folder. */
export const databaseClient = async ({ dataDir, env }: Pick<TestServer, 'dataDir' | 'env'>) => {
  const { DATABASE_URL }: Readonly<Record<string, string | undefined>> = env
  if (DATABASE_URL) return postgresClient(DATABASE_URL)
  const client = new pg.Client({ host: dataDir, port: 5432, user: 'postgres', database: 'postgres' })
  await client.connect()
  return client
}

/**
 * Keeps everybody else from these tables for a while; the embedded database serves nobody meanwhile.
 * @returns what waits until that is over
 */
export const lockOn = (client: pg.Client, tables: readonly string[], seconds: number) => {
  // A test that fails meanwhile stops the server under it.
  client.on('error', () => undefined)
  const locked = client.query(
    `begin; lock table ${tables.join(', ')} in access exclusive mode; select pg_sleep(${seconds}); commit`,
  )
  return async () => {
    await locked
    await client.end()
  }
}

/** The same, once it has begun. */
export const lockTables = async (server: TestServer, tables: readonly string[], seconds: number) => {
  const unlock = lockOn(await databaseClient(server), tables, seconds)
  await sleep(1000)
  return unlock
}
