import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import type { Config } from '../config'
import { type Database, databaseOn } from './database'

export type Connection = { readonly pool: Pool; readonly database: Database; close(): Promise<void> }

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

const embedded = async (config: Config, onLost: () => void): Promise<Connection> => {
  const folder = path.resolve(config.DATA_DIR)
  const child = await startEmbedded(folder)
  child.once('exit', onLost)
  // One query runs at a time in there: more connections would only queue.
  const pool = new Pool({ host: folder, port: 5432, user: 'postgres', database: 'postgres', max: 10 })
  return {
    pool,
    database: databaseOn(pool, false),
    close: async () => {
      child.off('exit', onLost)
      await pool.end()
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

const remote = (connectionString: string): Connection => {
  const pool = new Pool({ connectionString, max: 20, connectionTimeoutMillis: 10_000 })
  return { pool, database: databaseOn(pool, true), close: () => pool.end() }
}

/**
 * PostgreSQL at DATABASE_URL, else the embedded database in DATA_DIR. One driver speaks to both.
 * @param onLost called when the embedded database ends by itself: nothing can be done without it
 */
export const connect = async (config: Config, onLost: () => void = () => undefined): Promise<Connection> => {
  const connection = config.DATABASE_URL ? remote(config.DATABASE_URL) : await embedded(config, onLost)
  // An idle connection that breaks must not end the server: the next query gets a new one.
  connection.pool.on('error', () => undefined)
  return connection
}
