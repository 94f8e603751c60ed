import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import type { Config } from '../config'
import { type Database, databaseOn, type Measure } from './database'
import { timeoutsOf } from './pool-settings'

export type Connection = { readonly pool: Pool; readonly database: Database; close(): Promise<void> }

type Watching = {
  /** Called when the embedded database ends by itself: nothing can be done without it. */
  readonly onLost?: () => void
  readonly measure?: Measure
}

type Said = { ready?: true; error?: string }

const startEmbedded = async (folder: string): Promise<ChildProcess> => {
  const program = fileURLToPath(new URL('./pglite-process.ts', import.meta.url))
  const child = fork(program, [folder], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Said | number | null]
  if (said === null || typeof said === 'number')
    throw new Error(`The embedded database ended at start (${said})`)
  if (said.error) throw new Error(said.error)
  return child
}

const embedded = async (
  config: Config,
  { onLost = () => undefined, measure }: Watching,
): Promise<Connection> => {
  const folder = path.resolve(config.DATA_DIR)
  const child = await startEmbedded(folder)
  child.once('exit', onLost)
  // One query runs at a time in there: more connections would only queue.
  const pool = new Pool({ host: folder, port: 5432, user: 'postgres', database: 'postgres', max: 10 })
  return {
    pool,
    database: databaseOn(pool, { prepare: false, measure }),
    close: async () => {
      child.off('exit', onLost)
      await pool.end()
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

const remote = (config: Config, connectionString: string): Connection => {
  const pool = new Pool({ connectionString, max: 20, connectionTimeoutMillis: 10_000, ...timeoutsOf(config) })
  // A busy pool must not look like a database that is away.
  const pingPool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: 10_000 })
  pingPool.on('error', () => undefined)
  return {
    pool,
    database: databaseOn(pool, { prepare: true, pingPool }),
    close: async () => {
      await Promise.all([pool.end(), pingPool.end()])
    },
  }
}

/**
 * PostgreSQL at DATABASE_URL, else the embedded database in DATA_DIR. One driver speaks to both.
 * @param watching of the embedded database alone
 */
export const connect = async (config: Config, watching: Watching = {}): Promise<Connection> => {
  const connection = config.DATABASE_URL
    ? remote(config, config.DATABASE_URL)
    : await embedded(config, watching)
  // An idle connection that breaks must not end the server: the next query gets a new one.
  connection.pool.on('error', () => undefined)
  return connection
}
