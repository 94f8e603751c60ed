import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { projectFile } from '~/server/platform/process/project'
import { type Database, disableTimeouts } from './database'

export const migrationsFolder = projectFile('server/platform/database/migrations')

export type Migration = { readonly name: string; readonly text: string }

/** The migrations in the order they run. */
export const readMigrations = (folder = migrationsFolder): Migration[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }))

/** A database that a later version has changed may lack what this one needs. */
const refuseNewer = (done: readonly string[], known: readonly Migration[]) => {
  const unknown = done.find(name => known.every(migration => migration.name !== name))
  if (unknown)
    throw new Error(
      `A later version has changed the database (${unknown}). Start that version or a later one, or restore a backup of this one.`,
    )
}

/**
 * Runs what has not run yet, all of it or nothing. Two servers that start at once take turns.
 * @returns the names of the migrations that ran
 * @throws Error where a later version has run others
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
