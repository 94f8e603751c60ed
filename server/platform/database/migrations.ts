import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { projectFile } from '~/server/platform/process/project'
import { type Database, disableTimeouts } from './database'

export const migrationsFolder = projectFile('server/platform/database/migrations')

export type Migration = { readonly name: string; readonly text: string }

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

/**
 * Runs pending migrations in one transaction. A table lock serializes servers that start at the same time.
 * @returns the names of the migrations that ran
 * @throws Error if a later version has run unknown migrations
 */
export const migrate = (database: Database, migrations = readMigrations()): Promise<string[]> =>
  database.transaction(async tx => {
    await disableTimeouts(tx)
    await tx.query(
      sql`create table if not exists migrations (name text primary key, at timestamptz default now())`,
    )
    await tx.query(sql`lock table migrations in exclusive mode`)
    const done = new Set(
      (await tx.query<{ name: string }>(sql`select name from migrations`)).map(row => row.name),
    )
    refuseNewer([...done], migrations)
    const fresh = migrations.filter(migration => !done.has(migration.name))
    for (const { name, text } of fresh) {
      await tx.query(sql.raw(text))
      await tx.query(sql`insert into migrations (name) values (${name})`)
    }
    return fresh.map(migration => migration.name)
  })
