import { type SQL, sql } from 'drizzle-orm'
import type { PoolClient, QueryResult } from 'pg'
import { requireTime } from './deadline'
import { createSerialQueue, type SerialQueue } from './serial-queue'
import { type Query, type Row, type Send, type Sending, type Statements, statementsOn } from './statements'

export type { Measure, Row } from './statements'

export type Database = Statements & {
  /** Runs `work` in a transaction; nested calls join the outer transaction. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>
  /** Resolves when the database responds; runs ahead of queued statements. */
  ping(): Promise<void>
  /** The number of statements and transactions waiting for the database. */
  waiting(): number
}

/** What gives connections, such as a pool. */
export type Source = {
  connect(): Promise<PoolClient>
  readonly waitingCount: number
  /** Called with the error of work that failed on one of its connections. */
  failed?(error: unknown): void
}

type Options = Sending & {
  /** True on the embedded database, which would mix up concurrent statements. */
  readonly serial?: boolean
  /**
   * `set local …` statements that begin every transaction, where a session does not keep settings. A single
   * statement then runs in a transaction of its own.
   */
  readonly limits?: string | undefined
  /** Default: a statement on a connection of the source. */
  readonly ping?: (() => Promise<void>) | undefined
}

const onClient = (client: PoolClient, options: Options): Database => {
  const database: Database = {
    ...statementsOn(<R extends Row>(query: Query) => client.query<R>(query), options),
    transaction: work => work(database),
    ping: async () => void (await client.query('select 1')),
    waiting: () => 0,
  }
  return database
}

const inTransaction = async <T>(client: PoolClient, options: Options, work: (tx: Database) => Promise<T>) => {
  await client.query(options.limits ? `begin; ${options.limits}` : 'begin')
  try {
    const result = await work(onClient(client, options))
    requireTime()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const onOneClient = async <T>(source: Source, work: (client: PoolClient) => Promise<T>) => {
  const client = await source.connect()
  try {
    return await work(client)
  } catch (error) {
    source.failed?.(error)
    throw error
  } finally {
    client.release()
  }
}

/**
 * One statement under limits: the clients of such a source send all three at once (`pipeline`), so that this takes no
 * longer than the statement alone. After a failure `commit` rolls back. Text without values takes the limits in its
 * own message, since it may begin a transaction itself.
 */
const limited = async <R extends Row>(client: PoolClient, limits: string, query: Query) => {
  if (query.values.length === 0) return client.query<R>({ ...query, text: `${limits}; ${query.text}` })
  const [begun, answer, ended] = await Promise.allSettled([
    client.query(`begin; ${limits}`),
    client.query<R>(query),
    client.query('commit'),
  ])
  if (answer.status === 'rejected') throw answer.reason
  for (const other of [begun, ended]) if (other.status === 'rejected') throw other.reason
  return answer.value
}

/** Sends each query on any connection. Text of several statements may leave a transaction open when it fails. */
const sendOn =
  (source: Source, limits: string | undefined): Send =>
  <R extends Row>(query: Query): Promise<QueryResult<R>> =>
    onOneClient(source, async client => {
      try {
        return await (limits ? limited<R>(client, limits, query) : client.query<R>(query))
      } catch (error) {
        if (query.values.length === 0) await client.query('rollback').catch(() => undefined)
        throw error
      }
    })

/** PostgreSQL runs queries concurrently; waiting work waits for a connection of the pool. */
const atOnce = (source: Source): SerialQueue => ({
  add: work => work(),
  addFirst: work => work(),
  waiting: () => source.waitingCount,
})

export const databaseOn = (source: Source, options: Options): Database => {
  const turns = options.serial ? createSerialQueue() : atOnce(source)
  const plain = statementsOn(sendOn(source, options.limits), options)
  const ping =
    options.ping ?? (() => onOneClient(source, async client => void (await client.query('select 1'))))
  return {
    query: <R extends Row>(statement: SQL) => turns.add(() => plain.query<R>(statement)),
    prepared: <R extends Row>(statement: SQL) => turns.add(() => plain.prepared<R>(statement)),
    run: statement => turns.add(() => plain.run(statement)),
    raw: <R extends Row>(text: string, values: readonly unknown[]) =>
      turns.add(() => plain.raw<R>(text, values)),
    transaction: work => turns.add(() => onOneClient(source, client => inTransaction(client, options, work))),
    ping: () => turns.addFirst(ping),
    waiting: turns.waiting,
  }
}

/** Disables PostgreSQL's timeouts for the rest of the transaction, for migrations and maintenance. */
export const disableTimeouts = async (tx: Database) => {
  await tx.run(sql`set local statement_timeout = 0`)
  await tx.run(sql`set local lock_timeout = 0`)
}
