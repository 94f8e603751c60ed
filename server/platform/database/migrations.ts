import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { TableRow } from '~/server/platform/database/tables'
import { projectFile } from '~/server/platform/process/project'
import {
  isConcurrentMigration,
  type Migration,
  runConcurrently,
  withinTransaction,
} from './concurrent-migration'
import type { Connection } from './connection'
import { type Database, disableTimeouts } from './database'
import { LOCK_NOT_AVAILABLE, sqlState } from './sql-state'

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

/** Seconds for which a migration waits for a table; requests queue behind it meanwhile. */
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
