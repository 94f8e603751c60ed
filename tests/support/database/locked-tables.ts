import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestServer } from '~/tests/support/server/test-server'

export const postgresClient = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

/** Connects to the server's database: PostgreSQL, or the socket of the embedded database in the data folder. */
export const databaseClient = async ({ dataDir, env }: Pick<TestServer, 'dataDir' | 'env'>) => {
  const { DATABASE_URL }: Readonly<Record<string, string | undefined>> = env
  if (DATABASE_URL) return postgresClient(DATABASE_URL)
  const client = new pg.Client({ host: dataDir, port: 5432, user: 'postgres', database: 'postgres' })
  await client.connect()
  return client
}

/**
 * Locks the tables exclusively for some seconds; the embedded database serves no other client during that time.
 * @returns a function that waits for the unlock
 */
export const lockOn = (client: pg.Client, tables: readonly string[], seconds: number) => {
  // A failing test stops the server while the lock is held.
  client.on('error', () => undefined)
  const locked = client.query(
    `begin; lock table ${tables.join(', ')} in access exclusive mode; select pg_sleep(${seconds}); commit`,
  )
  return async () => {
    await locked
    await client.end()
  }
}

/** Calls `lockOn` and resolves when the lock is held. */
export const lockTables = async (server: TestServer, tables: readonly string[], seconds: number) => {
  const unlock = lockOn(await databaseClient(server), tables, seconds)
  await sleep(1000)
  return unlock
}
