import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Connection } from './connection'

export type Migration = { readonly name: string; readonly text: string }

/** A statement that builds or drops an index while rows are written; it can be repeated, and has no transaction. */
const CONCURRENT =
  /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) (\w+)/

export const isConcurrent = (statement: string) => CONCURRENT.test(statement)

const statementsOf = ({ text }: Migration) =>
  text
    .replace(/^--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map(statement => statement.trim())
    .filter(statement => statement !== '')

/**
 * Whether a migration runs outside a transaction: its statements say `concurrently`.
 * @throws Error if only some of them do, since a failure among the others would leave half of it
 */
export const isConcurrentMigration = (migration: Migration) => {
  if (!/\bindex concurrently\b/.test(migration.text)) return false
  const other = statementsOf(migration).find(statement => !isConcurrent(statement))
  if (other === undefined) return true
  throw new Error(
    `${migration.name} builds indexes concurrently: that takes "create index concurrently if not exists …" and "drop index concurrently if exists …" alone, not: ${other}`,
  )
}

/** The same for a transaction, of a database that has one session. */
export const withinTransaction = (text: string) => text.replaceAll(/\bindex concurrently\b/g, 'index')

/** What a build leaves that failed or was killed: it costs each write, and serves no query. */
const dropInvalid = async (session: Client, index: string) => {
  const { rows } = await session.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rows.length > 0) await session.query(`drop index concurrently if exists ${index}`)
}

const runStatement = async (session: Client, statement: string) => {
  const [, index = ''] = CONCURRENT.exec(statement) ?? []
  await dropInvalid(session, index)
  try {
    await session.query(statement)
  } catch (error) {
    // As where rows are not unique. A session that is gone leaves it to the next attempt.
    await dropInvalid(session, index).catch(() => undefined)
    throw error
  }
}

const isDone = async (session: Client, { name }: Migration) =>
  (await session.query('select 1 from migrations where name = $1', [name])).rows.length > 0

/** Milliseconds between two looks at whether the server that builds is done. */
const PACE = 1000

/** A wait for the lock would be a transaction that the build waits for in turn. */
const untilLocked = async (session: Client, pace: number) => {
  for (;;) {
    const { rows } = await session.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtext('concurrent migrations')) as locked`,
    )
    if (rows[0]?.locked) return
    await sleep(pace)
  }
}

/**
 * Runs a migration whose statements say `concurrently`, by one server at a time: the lock is that of the session, which
 * PostgreSQL keeps until the build of a killed server has ended. It waits for transactions that began before, such as a
 * backup, and keeps no writes from their tables meanwhile.
 * @returns false if another server ran it
 */
export const runConcurrently = async (
  openSession: NonNullable<Connection['openSession']>,
  migration: Migration,
  pace = PACE,
) => {
  const session = await openSession()
  try {
    await session.query('set statement_timeout = 0; set lock_timeout = 0')
    await untilLocked(session, pace)
    if (await isDone(session, migration)) return false
    for (const statement of statementsOf(migration)) await runStatement(session, statement)
    await session.query('insert into migrations (name) values ($1)', [migration.name])
    return true
  } finally {
    await session.end()
  }
}
