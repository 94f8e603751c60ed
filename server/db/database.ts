import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient, QueryResult } from 'pg'

/** A row as node-postgres gives it: dates as Date, bigint as string. */
export type Row = Record<string, unknown>

export type Database = {
  /** Runs one statement and returns its rows. Throws node-postgres' DatabaseError. */
  query<R extends Row = Row>(statement: SQL): Promise<R[]>
  /** Like `query`, returning how many rows were touched. */
  run(statement: SQL): Promise<number>
  /** All or nothing; nested calls join the outer transaction. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>
}

const dialect = new PgDialect()

const runOn = (client: Pool | PoolClient, statement: SQL): Promise<QueryResult<Row>> => {
  const { sql, params } = dialect.sqlToQuery(statement)
  return client.query(sql, params)
}

const onClient = (client: PoolClient): Database => {
  const database: Database = {
    query: async <R extends Row>(statement: SQL) => (await runOn(client, statement)).rows as R[],
    run: async statement => (await runOn(client, statement)).rowCount ?? 0,
    transaction: work => work(database),
  }
  return database
}

const inTransaction = async <T>(client: PoolClient, work: (tx: Database) => Promise<T>) => {
  await client.query('begin')
  try {
    const result = await work(onClient(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

export const databaseOn = (pool: Pool): Database => ({
  query: async <R extends Row>(statement: SQL) => (await runOn(pool, statement)).rows as R[],
  run: async statement => (await runOn(pool, statement)).rowCount ?? 0,
  transaction: async work => {
    const client = await pool.connect()
    try {
      return await inTransaction(client, work)
    } finally {
      client.release()
    }
  },
})

/** PostgreSQL's code of a failed statement, such as `23505` for a duplicate. */
export const sqlState = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const DUPLICATE = '23505'
export const REFERRED_TO = '23503'
