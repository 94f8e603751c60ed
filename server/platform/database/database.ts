import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import { type CustomTypesConfig, type PoolClient, type QueryResult, types } from 'pg'
import { inFrequentSpan } from '~/server/platform/tracing/spans'

const current = new AsyncLocalStorage<AbortSignal>()

/** Runs `work` with a deadline: after the signal aborts, no statement starts and no transaction commits. */
export const withDeadline = <T>(signal: AbortSignal, work: () => T): T => current.run(signal, work)

/** @throws the signal's reason, if the current request has already been answered with 503 */
export const requireTime = () => current.getStore()?.throwIfAborted()

type Work<T> = () => Promise<T>

/** Schedules database work: concurrently or serially. */
type SerialQueue = {
  add<T>(work: Work<T>): Promise<T>
  /** Adds work ahead of all queued work. */
  addFirst<T>(work: Work<T>): Promise<T>
  /** The number of queued items. */
  waiting(): number
}

/**
 * Runs work serially. The embedded database shares one session among all connections, and would mix up the
 * messages of two concurrent statements.
 */
export const createSerialQueue = (): SerialQueue => {
  const queue: Work<void>[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    for (let next = queue.shift(); next; next = queue.shift()) await next()
    isRunning = false
  }
  const add = <T>(work: Work<T>, place: 'push' | 'unshift') =>
    new Promise<T>((resolve, reject) => {
      // Each item runs with the deadline of its own request, not of the request that started the queue.
      queue[place](AsyncResource.bind(() => work().then(resolve, reject)))
      if (!isRunning) void run()
    })
  return {
    add: work => add(work, 'push'),
    addFirst: work => add(work, 'unshift'),
    waiting: () => queue.length,
  }
}

/** A row as returned by node-postgres: dates as Date, bigint as string. */
export type Row = Record<string, unknown>

/** A statement as it is sent: rendered once, for those that are sent often. `types`: how values are read, if not as in `Row`. */
export type Rendered = {
  readonly text: string
  readonly values: readonly unknown[]
  readonly types?: CustomTypesConfig
}

type Statements = {
  /** Runs one statement and returns its rows. Throws node-postgres' DatabaseError. */
  query<R extends Row = Row>(statement: SQL): Promise<R[]>
  /**
   * Like `query`, but planned once per connection: for statements whose plan does not depend on their values.
   */
  prepared<R extends Row = Row>(statement: SQL | Rendered): Promise<R[]>
  /** Like `query`, but returns the number of affected rows. */
  run(statement: SQL): Promise<number>
  /**
   * Runs SQL text from another library, with numbered parameters. Text without values may hold several
   * statements; the rows of the last one are returned.
   */
  raw<R extends Row = Row>(text: string, values: readonly unknown[]): Promise<R[]>
}

/** Called with the duration of each statement in milliseconds; `text` holds no values. */
export type Measure = (text: string, milliseconds: number) => void

/** Options for sending statements. */
type Sending = {
  /**
   * False where named prepared statements cannot be used: on the embedded database, whose connections share one
   * session and its names, and behind a pooler, which gives each transaction another session.
   */
  readonly prepare: boolean
  readonly measure?: Measure | undefined
}

type Query = {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string
  readonly types?: CustomTypesConfig
}

/** Sends a query; several statements have several results, which pg's types do not express. */
type Send = <R extends Row>(query: Query) => Promise<QueryResult<R> | QueryResult<R>[]>

const dialect = new PgDialect()

/** @param types how values are read, if not as in `Row` */
export const render = (statement: SQL, types?: CustomTypesConfig): Rendered => {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  return { text, values, ...(types && { types }) }
}

/** Like 2026-11-30 06:30:40.123456+00, in which the fraction may be absent. */
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/

/** A timestamp as PostgreSQL writes it (sessions are in UTC) in ISO 8601 with milliseconds, as `Date.toISOString` writes it. */
const inIso8601 = (text: string): string => {
  if (!IN_UTC.test(text)) return new Date(types.getTypeParser(types.builtins.TIMESTAMPTZ)(text)).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

/** Reads timestamps as text in ISO 8601: lists return thousands, which would be parsed and written again. */
export const timestampsAsText: CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === types.builtins.TIMESTAMPTZ ? inIso8601 : types.getTypeParser(id, format),
}

const names = new Map<string, string>()

/** A short name for a prepared statement: PostgreSQL truncates names at 63 characters. */
const nameOf = (text: string) => {
  const known = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, known)
  return known
}

const quiet = new AsyncLocalStorage<true>()

/** Runs work whose slow statements are expected, such as the creation of demo data. */
export const withoutSlowWarnings = <T>(work: () => T): T => quiet.run(true, work)

const timed = async <T>({ measure }: Sending, text: string, work: () => Promise<T>): Promise<T> => {
  requireTime()
  const start = performance.now()
  try {
    return await inFrequentSpan('SQL', { 'db.system.name': 'postgresql', 'db.query.text': text }, work)
  } finally {
    if (!quiet.getStore()) measure?.(text, performance.now() - start)
  }
}

/** Statements on the target of `send`: a client in a transaction, or any client of a pool. */
const statementsOn = (send: Send, sending: Sending): Statements => {
  const last = async <R extends Row>(query: Query) =>
    [await timed(sending, query.text, () => send<R>(query))].flat().at(-1)
  const ask = <R extends Row>(statement: SQL | Rendered, named = false) => {
    const { text, values, types: read } = 'text' in statement ? statement : render(statement)
    return last<R>({
      ...{ text, values: [...values] },
      ...(read && { types: read }),
      ...(named && { name: nameOf(text) }),
    })
  }
  return {
    query: async <R extends Row>(statement: SQL) => (await ask<R>(statement))?.rows ?? [],
    prepared: async <R extends Row>(statement: SQL | Rendered) =>
      (await ask<R>(statement, sending.prepare))?.rows ?? [],
    run: async statement => (await ask(statement))?.rowCount ?? 0,
    raw: async <R extends Row>(text: string, values: readonly unknown[]) =>
      (await last<R>({ text, values: [...values] }))?.rows ?? [],
  }
}

export type Database = Statements & {
  /** Runs `work` in a transaction; nested calls join the outer transaction. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>
  /** Resolves when the database responds; runs ahead of queued statements. */
  ping(): Promise<void>
  /** The number of statements and transactions waiting for the database. */
  waiting(): number
}

/** Provider of connections, such as a pool. */
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
 * Runs one statement under limits. The clients of such a source pipeline all three messages, so that this takes no
 * longer than the statement alone. After a failure `commit` rolls back. Text without values carries the limits in its
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
    prepared: <R extends Row>(statement: SQL | Rendered) => turns.add(() => plain.prepared<R>(statement)),
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

/** Milliseconds that a statement may occupy the embedded database, which runs one statement at a time. */
const MOST = 250
const TEXT_LENGTH = 500

/** Data definition runs at startup and upgrades, before requests are served. */
const isDefinition = (text: string) => /^\s*(create|alter|drop|begin|do)\b/i.test(text)

/** Logs slow statements of the embedded database; their text holds no values. */
export const warnOfSlowStatements =
  (log: FastifyBaseLogger): Measure =>
  (text, milliseconds) => {
    if (milliseconds <= MOST || isDefinition(text)) return
    const statement = text.replace(/\s+/g, ' ').slice(0, TEXT_LENGTH)
    log.warn({ milliseconds: Math.round(milliseconds), statement }, 'a slow statement')
  }
