import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { inFrequentSpan } from '~/server/platform/tracing/spans'
import { requireTime } from './deadline'
import { createSerialQueue, type SerialQueue } from './serial-queue'

/** A row as returned by node-postgres: dates as Date, bigint as string. */
export type Row = Record<string, unknown>

export type Database = {
  /** Runs one statement and returns its rows. Throws node-postgres' DatabaseError. */
  query<R extends Row = Row>(statement: SQL): Promise<R[]>
  /**
   * Like `query`, but planned once per connection: for statements whose plan does not depend on their values.
   */
  prepared<R extends Row = Row>(statement: SQL): Promise<R[]>
  /** Like `query`, but returns the number of affected rows. */
  run(statement: SQL): Promise<number>
  /**
   * Runs SQL text from another library, with numbered parameters. Text without values may hold several
   * statements; the rows of the last one are returned.
   */
  raw<R extends Row = Row>(text: string, values: readonly unknown[]): Promise<R[]>
  /** Runs `work` in a transaction; nested calls join the outer transaction. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>
  /** Resolves when the database responds; runs ahead of queued statements. */
  ping(): Promise<void>
  /** The number of statements and transactions waiting for the database. */
  waiting(): number
}

/** Called with the duration of each statement in milliseconds; `text` holds no values. */
export type Measure = (text: string, milliseconds: number) => void

type Client = Pool | PoolClient
type Statements = Pick<Database, 'query' | 'prepared' | 'run' | 'raw'>

const dialect = new PgDialect()

const names = new Map<string, string>()

/** A short name for a prepared statement: PostgreSQL truncates names at 63 characters. */
const nameOf = (text: string) => {
  const known = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, known)
  return known
}

/**
 * How statements are sent. `prepare` is false on the embedded database, whose connections share one session
 * and therefore one set of prepared statement names.
 */
type Sending = { readonly prepare: boolean; readonly measure?: Measure | undefined }

const timed = async <T>({ measure }: Sending, text: string, send: () => Promise<T>): Promise<T> => {
  requireTime()
  const start = performance.now()
  try {
    return await inFrequentSpan('SQL', { 'db.system.name': 'postgresql', 'db.query.text': text }, send)
  } finally {
    measure?.(text, performance.now() - start)
  }
}

const on = (client: Client, sending: Sending): Statements => {
  const send = <R extends Row>(statement: SQL, named: boolean): Promise<QueryResult<R>> => {
    const { sql: text, params } = dialect.sqlToQuery(statement)
    const query = { text, values: params, ...(named && { name: nameOf(text) }) }
    return timed(sending, text, () => client.query<R>(query))
  }
  return {
    query: async <R extends Row>(statement: SQL) => (await send<R>(statement, false)).rows,
    prepared: async <R extends Row>(statement: SQL) => (await send<R>(statement, sending.prepare)).rows,
    run: async statement => (await send(statement, false)).rowCount ?? 0,
    raw: async <R extends Row>(text: string, values: readonly unknown[]) => {
      // Only text without values may hold several statements.
      const answer = await timed(sending, text, () =>
        values.length > 0 ? client.query<R>(text, [...values]) : client.query<R>(text),
      )
      // Several statements have several results, which pg's types do not tell.
      return [answer].flat().at(-1)?.rows ?? []
    },
  }
}

const onClient = (client: PoolClient, sending: Sending): Database => {
  const database: Database = {
    ...on(client, sending),
    transaction: work => work(database),
    ping: async () => void (await client.query('select 1')),
    waiting: () => 0,
  }
  return database
}

const inTransaction = async <T>(client: PoolClient, sending: Sending, work: (tx: Database) => Promise<T>) => {
  await client.query('begin')
  try {
    const result = await work(onClient(client, sending))
    requireTime()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const onOneClient = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>) => {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** The text may begin its own transaction: after a failure, roll back before the connection is released. */
const rawOn = async <R extends Row>(
  client: PoolClient,
  sending: Sending,
  text: string,
  values: readonly unknown[],
) => {
  try {
    return await on(client, sending).raw<R>(text, values)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** PostgreSQL runs queries concurrently; waiting work waits for a connection of the pool. */
const atOnce = (pool: Pool): SerialQueue => ({
  add: work => work(),
  addFirst: work => work(),
  waiting: () => pool.waitingCount,
})

type Options = Sending & {
  /** The pool used by `ping`. Default: the main pool. */
  readonly pingPool?: Pool
}

/** @param options `prepare`: false on the embedded database */
export const databaseOn = (pool: Pool, { pingPool = pool, ...sending }: Options): Database => {
  const turns = sending.prepare ? atOnce(pool) : createSerialQueue()
  const plain = on(pool, sending)
  return {
    query: <R extends Row>(statement: SQL) => turns.add(() => plain.query<R>(statement)),
    prepared: <R extends Row>(statement: SQL) => turns.add(() => plain.prepared<R>(statement)),
    run: statement => turns.add(() => plain.run(statement)),
    raw: <R extends Row>(text: string, values: readonly unknown[]) =>
      turns.add(() => onOneClient(pool, client => rawOn<R>(client, sending, text, values))),
    transaction: work => turns.add(() => onOneClient(pool, client => inTransaction(client, sending, work))),
    ping: () => turns.addFirst(async () => void (await pingPool.query('select 1'))),
    waiting: turns.waiting,
  }
}

/** Disables PostgreSQL's timeouts for the rest of the transaction, for migrations and maintenance. */
export const disableTimeouts = async (tx: Database) => {
  await tx.run(sql`set local statement_timeout = 0`)
  await tx.run(sql`set local lock_timeout = 0`)
}

/** The SQLSTATE of a failed statement, such as `23505` for a duplicate. */
export const sqlState = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const DUPLICATE = '23505'
export const REFERRED_TO = '23503'
