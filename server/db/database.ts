import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient, QueryResult } from 'pg'

/** A row as node-postgres gives it: dates as Date, bigint as string. */
export type Row = Record<string, unknown>

export type Database = {
  /** Runs one statement and returns its rows. Throws node-postgres' DatabaseError. */
  query<R extends Row = Row>(statement: SQL): Promise<R[]>
  /** Like `query`, planned once a connection: for statements whose plan does not depend on their values. */
  prepared<R extends Row = Row>(statement: SQL): Promise<R[]>
  /** Like `query`, returning how many rows were touched. */
  run(statement: SQL): Promise<number>
  /** A statement that another library made, its values numbered; of several without values, the last one's rows. */
  raw<R extends Row = Row>(text: string, values: readonly unknown[]): Promise<R[]>
  /** All or nothing; nested calls join the outer transaction. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>
}

const dialect = new PgDialect()

const names = new Map<string, string>()

/** A short name for a statement's text: PostgreSQL cuts names at 63 characters. */
const nameOf = (text: string) => {
  const known = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, known)
  return known
}

/** @param prepare false on the embedded database, whose connections share one session and so one set of names */
const on = (client: Pool | PoolClient, prepare: boolean): Omit<Database, 'transaction'> => {
  const send = (statement: SQL, named: boolean): Promise<QueryResult<Row>> => {
    const { sql: text, params } = dialect.sqlToQuery(statement)
    return client.query({ text, values: params, ...(named && { name: nameOf(text) }) })
  }
  return {
    query: async <R extends Row>(statement: SQL) => (await send(statement, false)).rows as R[],
    prepared: async <R extends Row>(statement: SQL) => (await send(statement, prepare)).rows as R[],
    run: async statement => (await send(statement, false)).rowCount ?? 0,
    raw: async <R extends Row>(text: string, values: readonly unknown[]) => {
      // Only a statement without values may be several.
      const answer: unknown = await (values.length > 0 ? client.query(text, [...values]) : client.query(text))
      const last: unknown = Array.isArray(answer) ? answer.at(-1) : answer
      return (last as QueryResult<Row>).rows as R[]
    },
  }
}

const onClient = (client: PoolClient, prepare: boolean): Database => {
  const database: Database = { ...on(client, prepare), transaction: work => work(database) }
  return database
}

const inTransaction = async <T>(client: PoolClient, prepare: boolean, work: (tx: Database) => Promise<T>) => {
  await client.query('begin')
  try {
    const result = await work(onClient(client, prepare))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>

const atOnce: Turn = work => work()

/**
 * One after the other. The embedded database has one session for all its connections, and takes the parts of two
 * statements that come at the same moment for parts of one.
 */
const inTurn = (): Turn => {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
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

/** A statement may begin a transaction of its own: the connection must not go back inside one that failed. */
const rawOn = async <R extends Row>(client: PoolClient, text: string, values: readonly unknown[]) => {
  try {
    return await on(client, false).raw<R>(text, values)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** @param prepare false on the embedded database */
export const databaseOn = (pool: Pool, prepare: boolean): Database => {
  const turn = prepare ? atOnce : inTurn()
  const plain = on(pool, prepare)
  return {
    query: <R extends Row>(statement: SQL) => turn(() => plain.query<R>(statement)),
    prepared: <R extends Row>(statement: SQL) => turn(() => plain.prepared<R>(statement)),
    run: statement => turn(() => plain.run(statement)),
    raw: <R extends Row>(text: string, values: readonly unknown[]) =>
      turn(() => onOneClient(pool, client => rawOn<R>(client, text, values))),
    transaction: work => turn(() => onOneClient(pool, client => inTransaction(client, prepare, work))),
  }
}

/** PostgreSQL's code of a failed statement, such as `23505` for a duplicate. */
export const sqlState = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const DUPLICATE = '23505'
export const REFERRED_TO = '23503'
