import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import {
  dataFolder,
  type Folders,
  filesFolder,
  snapshotFolder,
} from '~/server/platform/config/storage-settings'
import { freeBytes, inMegabytes } from '~/server/platform/disk/durable'
import { forwardErrors } from '~/server/platform/process/output'
import { commandOf } from '~/server/platform/process/project'
import { childEnvironment } from '~/server/platform/process/run-program'
import { newestSnapshot } from '~/server/platform/snapshots/snapshots'
import type { Database } from './database'

/** The embedded database is unusable. Nothing was changed; the message states the remedy. */
export class DataDamaged extends Error {}

/** Free bytes below which a full disk is the more likely cause. */
const FULL = 64e6

const shellWord = (text: string) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

const remedy = (config: Folders) => {
  const newest = newestSnapshot(snapshotFolder(config))
  return newest
    ? `The newest complete snapshot is of ${newest.manifest.createdAt}; restore it with:\n  npm run restore -- ${shellWord(newest.folder)} --replace`
    : `There is no complete snapshot in ${snapshotFolder(config)}; restore a backup with:\n  npm run restore -- <backup folder> --replace`
}

/** The error for database files that exist but are unusable. */
export const damaged = (config: Folders, reason: string) => {
  const folder = dataFolder(config)
  const free = freeBytes(folder)
  const full =
    free < FULL ? ` Its disk has ${inMegabytes(free)} left: free some space and start again first.` : ''
  return new DataDamaged(
    `The database in ${folder} is damaged: ${reason}. Nothing was changed.${full}\n${remedy(config)}`,
  )
}

const entriesOf = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

/** The path of stored files, a snapshot or a restoration: evidence that the installation was in use. */
const tracesOf = (config: Folders) => {
  const isRestoration = (name: string) => name === 'restoring' || name.startsWith('replaced-')
  const restorations = entriesOf(dataFolder(config)).filter(isRestoration)
  if (entriesOf(filesFolder(config)).length > 0) return filesFolder(config)
  if (newestSnapshot(snapshotFolder(config))) return snapshotFolder(config)
  return restorations[0] && path.join(dataFolder(config), restorations[0])
}

const missing = (config: Folders, traces: string) =>
  new DataDamaged(
    `The database in ${dataFolder(config)} is missing, although ${traces} is there. Nothing was changed.\n${remedy(config)}\nTo begin with an empty database, choose another DATA_DIR.`,
  )

/**
 * Refuses to create a new database where one existed before, or over the remains of one.
 * @throws DataDamaged
 */
export const refuseMissing = (config: Folders) => {
  const folder = dataFolder(config)
  if (existsSync(path.join(folder, 'pglite.creating'))) return
  const entries = entriesOf(path.join(folder, 'pglite'))
  if (entries.includes('PG_VERSION')) return
  if (entries.length > 0) throw damaged(config, 'it has no PG_VERSION')
  const traces = tracesOf(config)
  if (traces) throw missing(config, traces)
}

type Named = { readonly label: string }

const ofTables = sql`from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`

const tablesOf = (database: Database) => database.query<Named>(sql`select c.relname as label ${ofTables}`)

/** Reads all tables in one statement: forty would take a second of each start. */
const readFirstRows = (database: Database) =>
  database.run(sql`do $$ declare found record; begin
    for found in select c.oid::regclass as name ${ofTables}
    loop execute format('select * from %s limit 1', found.name); end loop;
  end $$`)

/**
 * An intact index is never empty, since its first page is metadata. A power cut can leave empty index files.
 */
const emptyIndexes = (database: Database) =>
  database.query<Named>(sql`select c.relname as label from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'i' and n.nspname in ('public', 'pgboss', 'pg_catalog') and pg_relation_size(c.oid) = 0`)

/** @returns a description of the damage, or undefined */
const faultOf = async (database: Database, config: Folders) => {
  const tables = await tablesOf(database)
  const traces = tables.length === 0 ? tracesOf(config) : undefined
  if (traces) return `it has no tables, although ${traces} is there`
  if (tables.length === 0) return undefined
  if (!tables.some(({ label }) => label === 'migrations')) return 'the table of migrations is missing'
  const [empty] = await emptyIndexes(database)
  if (empty) return `the index ${empty.label} is empty`
  await readFirstRows(database)
  const [first] = await database.query(sql`select 1 from migrations limit 1`)
  return first ? undefined : 'its table of migrations is empty'
}

/**
 * Quick check of an opened database: catalogue, indexes, the first row of each table.
 * @throws DataDamaged
 */
export const refuseDamaged = async (database: Database, config: Folders) => {
  const fault = await faultOf(database, config).catch((error: Error) => error.message)
  if (fault !== undefined) throw damaged(config, fault)
}

/** The process of an embedded database that accepts connections. */
export type Embedded = ChildProcess

type Message = { ready?: true; error?: string; isUnopened?: boolean }

/** The database files could not be opened: they are damaged, or the disk is full. */
export class UnopenedDatabase extends Error {}

/**
 * Starts the embedded database of a data folder.
 * @param lock file descriptor of the folder's lock, which the process holds until it exits
 * @throws UnopenedDatabase
 */
export const startEmbedded = async (folder: string, lock: number): Promise<Embedded> => {
  const [program = '', ...args] = commandOf('database')
  const child = spawn(program, [...args, folder], {
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', lock],
  })
  forwardErrors(child.stderr)
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    Message | number | null,
  ]
  if (answer === null || typeof answer === 'number')
    throw new UnopenedDatabase(`its process ended at start (${answer ?? child.signalCode})`)
  if (!answer.error) return child
  throw answer.isUnopened ? new UnopenedDatabase(answer.error) : new Error(answer.error)
}
