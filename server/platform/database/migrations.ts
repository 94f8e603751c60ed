import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { projectFile } from '~/server/platform/process/project'
import type { Connection } from './connection'
import { type Database, disableTimeouts } from './database'
import { LOCK_NOT_AVAILABLE, sqlState } from './errors'
import type { TableRow } from './tables'

type Migration = { readonly name: string; readonly text: string }

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

/** Drops the invalid index that a failed or killed build leaves: it slows down writes and serves no query. */
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
    // For example, rows are not unique. If the session is lost, the next attempt drops the index.
    await dropInvalid(session, index).catch(() => undefined)
    throw error
  }
}

const isDone = async (session: Client, { name }: Migration) =>
  (await session.query('select 1 from migrations where name = $1', [name])).rows.length > 0

/** Poll interval in milliseconds for the end of another server's build. */
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
 * Runs a migration with `concurrently` statements on one server at a time, under a session lock, which PostgreSQL keeps
 * until the build of a killed server has ended. The migration waits for transactions that began before, such as a backup,
 * without blocking writes to their tables.
 * @returns false if another server ran it
 */
const runConcurrently = async (
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

/**
 * Whether none of these columns is null, although the table allows it: the way in which rows are written fills them, but
 * nothing holds that for rows of an earlier version or of another hand.
 */
export const isFilled = <R extends object, K extends keyof R>(
  row: R,
  ...columns: readonly [K, ...K[]]
): row is R & { [P in K]: NonNullable<R[P]> } => columns.every(column => row[column] !== null)

export const migrationsFolder = projectFile('server/platform/database/migrations')

/** The migrations in execution order. */
export const readMigrations = (folder = migrationsFolder): Migration[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }))

/** A database migrated by a later version may lack what this version needs. */
const refuseNewer = (done: readonly string[], known: readonly Migration[]) => {
  const unknown = done.find(name => known.every(migration => migration.name !== name))
  if (unknown)
    throw new Error(
      `A later version has changed the database (${unknown}). Start that version or a later one, or restore a backup of this one.`,
    )
}

/** Seconds for which a migration waits for a table lock; requests queue behind it. */
const LOCK_SECONDS = 5
/** Seconds for which a migration is tried again, and between two tries. A backup holds its tables while it reads them. */
const PATIENCE: Patience = { total: 600, pause: 5 }

type Patience = { readonly total: number; readonly pause: number }

const runWithin = async (tx: Database, { name, text }: Migration) => {
  await tx.run(sql`set local lock_timeout = ${sql.raw(String(LOCK_SECONDS * 1000))}`)
  await tx.query(sql.raw(withinTransaction(text)))
  await tx.run(sql`insert into migrations (name) values (${name})`)
}

/**
 * Finds the first migration that is pending, and runs it unless it runs outside a transaction.
 * @returns undefined if none is pending
 */
const runNext = (
  database: Database,
  migrations: readonly Migration[],
  isOutside: typeof isConcurrentMigration,
) =>
  database.transaction(async tx => {
    await disableTimeouts(tx)
    // Servers that start at the same time take turns: `create table if not exists` by itself fails when two run it.
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('migrations'))`)
    await tx.run(
      sql`create table if not exists migrations (name text primary key, at timestamptz default now())`,
    )
    const rows = await tx.query<TableRow<'migrations', 'name'>>(sql`select name from migrations`)
    const done = rows.map(({ name }) => name)
    refuseNewer(done, migrations)
    const next = migrations.find(({ name }) => !done.includes(name))
    if (next && !isOutside(next)) await runWithin(tx, next)
    return next
  })

const tryAgain = async <T>(work: () => Promise<T>, { total, pause }: Patience): Promise<T> => {
  const end = Date.now() + total * 1000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
      if (Date.now() > end)
        throw new Error(
          `A migration did not get its tables within ${total} s: another session holds them, such as a backup. Run it again after that (npm run migrate).`,
          { cause: error },
        )
      await sleep(pause * 1000)
    }
  }
}

/**
 * Runs pending migrations, each in a transaction of its own. One that does not get its tables soon lets the requests
 * behind it pass, and tries again. One that builds indexes concurrently has no transaction, but on the embedded
 * database, which has one session.
 * @returns the names of the migrations that ran
 * @throws Error if a later version has run unknown migrations, or another session holds a table for ten minutes
 */
export const migrate = async (
  { direct, openSession }: Pick<Connection, 'direct' | 'openSession'>,
  migrations = readMigrations(),
  patience = PATIENCE,
): Promise<string[]> => {
  const ran: string[] = []
  const isOutside = (migration: Migration) => openSession !== undefined && isConcurrentMigration(migration)
  for (;;) {
    const next = await tryAgain(() => runNext(direct, migrations, isOutside), patience)
    if (!next) return ran
    const isByAnother = openSession && isOutside(next) && !(await runConcurrently(openSession, next))
    if (!isByAnother) ran.push(next.name)
  }
}

/** The schemas of the product: its own tables, and those of the queue. */
export const SCHEMAS = ['public', 'pgboss'] as const

/** Names that the migrations give. Those of tables are exact; other words of the migrations may be among `words`. */
export type ProductNames = {
  readonly tables: ReadonlySet<string>
  /** Names of functions, indexes and triggers are among them. */
  readonly words: ReadonlySet<string>
}

const TABLE = /\bcreate (?:unlogged )?table (?:if not exists )?"?(\w+)"?/gi

/** The names that the database of the product has in the schema `public`, as this version and earlier ones made it. */
export const productNames = (): ProductNames => {
  const text = readMigrations()
    .map(migration => migration.text)
    .join('\n')
  // The runner of migrations creates its own table.
  const tables = new Set(['migrations', ...[...text.matchAll(TABLE)].map(([, name = '']) => name)])
  return { tables, words: new Set(text.match(/\w+/g)) }
}

/** A function of the migrations creates these triggers for each table with counts. */
const COUNTING = /_counted_(insert|update|delete)$/

export const isProductTrigger = ({ words }: ProductNames, name: string) =>
  COUNTING.test(name) || words.has(name)
