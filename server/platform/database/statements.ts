import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResult } from 'pg'
import { inFrequentSpan } from '~/server/platform/tracing/spans'
import { requireTime } from './deadline'

/** A row as returned by node-postgres: dates as Date, bigint as string. */
export type Row = Record<string, unknown>

export type Statements = {
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
}

/** Called with the duration of each statement in milliseconds; `text` holds no values. */
export type Measure = (text: string, milliseconds: number) => void

/** How statements are sent. */
export type Sending = {
  /**
   * False where named prepared statements cannot be used: on the embedded database, whose connections share one
   * session and its names, and behind a pooler, which gives each transaction another session.
   */
  readonly prepare: boolean
  readonly measure?: Measure | undefined
}

export type Query = { readonly text: string; readonly values: unknown[]; readonly name?: string }

/** Sends a query; several statements have several results, which pg's types do not tell. */
export type Send = <R extends Row>(query: Query) => Promise<QueryResult<R> | QueryResult<R>[]>

const dialect = new PgDialect()

const names = new Map<string, string>()

/** A short name for a prepared statement: PostgreSQL truncates names at 63 characters. */
const nameOf = (text: string) => {
  const known = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, known)
  return known
}

const timed = async <T>({ measure }: Sending, text: string, work: () => Promise<T>): Promise<T> => {
  requireTime()
  const start = performance.now()
  try {
    return await inFrequentSpan('SQL', { 'db.system.name': 'postgresql', 'db.query.text': text }, work)
  } finally {
    measure?.(text, performance.now() - start)
  }
}

/** Statements on whatever `send` reaches: a client in a transaction, or any client of a pool. */
export const statementsOn = (send: Send, sending: Sending): Statements => {
  const last = async <R extends Row>(query: Query) =>
    [await timed(sending, query.text, () => send<R>(query))].flat().at(-1)
  const ask = <R extends Row>(statement: SQL, named = false) => {
    const { sql: text, params } = dialect.sqlToQuery(statement)
    return last<R>({ text, values: params, ...(named && { name: nameOf(text) }) })
  }
  return {
    query: async <R extends Row>(statement: SQL) => (await ask<R>(statement))?.rows ?? [],
    prepared: async <R extends Row>(statement: SQL) => (await ask<R>(statement, sending.prepare))?.rows ?? [],
    run: async statement => (await ask(statement))?.rowCount ?? 0,
    raw: async <R extends Row>(text: string, values: readonly unknown[]) =>
      (await last<R>({ text, values: [...values] }))?.rows ?? [],
  }
}
