import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Config } from '~/server/platform/config/config'
import { directUrl } from '~/server/platform/config/database-settings'
import { dataFolder, filesFolder } from '~/server/platform/config/storage-settings'
import type { Connection } from '~/server/platform/database/connection'
import type { Database } from '~/server/platform/database/database'
import { fsyncLater, hashOf, inMegabytes } from '~/server/platform/disk/durable'
import {
  beginBackup,
  clearBackup,
  completeBackup,
  LIST,
  type Listed,
  type Manifest,
  type Part,
} from '~/server/platform/snapshots/manifest'
import { newestBackup, removeUnfinished } from '~/server/platform/snapshots/snapshots'
import { openFileStore } from '~/server/platform/storage/drivers'
import { BackupError, holdRemovals, removeRemembered } from '~/server/platform/storage/removal'
import { type DatabaseCopy, type DatabaseTarget, listContent, runProgram } from './content'
import { copyFiles, type Reading } from './file-copy'
import { dumpPostgres } from './postgres-copy'
import { refuseWithoutRoom } from './target'

const EMBEDDED_PART = 'database.tar.gz'

type Checkpoint = { readonly redo: string; readonly current: string }

/**
 * Segments of the write-ahead log that recovery does not read: those before the checkpoint, and recycled ones
 * after the current segment. A PostgreSQL base backup omits them too.
 */
const needlessSegments = async (database: Database, cluster: string) => {
  const [at] = await database.query<Checkpoint>(
    sql`select redo_wal_file as redo, pg_walfile_name(pg_current_wal_insert_lsn()) as current from pg_control_checkpoint()`,
  )
  if (!at) return []
  const segments = readdirSync(path.join(cluster, 'pg_wal')).filter(name => /^[0-9A-F]{24}$/.test(name))
  return segments.filter(name => name < at.redo || name > at.current)
}

const archive = async (database: Database, cluster: string, tar: string, signal: AbortSignal) => {
  const needless = await needlessSegments(database, cluster)
  const excludes = needless.map(name => `--exclude=./pg_wal/${name}`)
  // If the cluster directory is a mount point, a restore keeps the replaced cluster inside it.
  const others = ['--exclude=./replaced-*', '--exclude=./restoring', '--exclude=./lost+found']
  await runProgram('tar', ['-cf', tar, ...excludes, ...others, '-C', cluster, '.'], { signal })
}

/**
 * Copies the database files while the database is otherwise idle. This transaction is then the only one, so
 * no other is cut off; recovery from the copy yields the state after the last commit. It writes a single
 * file, which is faster than many.
 */
const copyAtRest = async (
  database: Database,
  cluster: string,
  { tar, wanted }: { readonly tar: string; readonly wanted: string },
  signal: AbortSignal,
) => {
  // Flushes most pages beforehand, while other statements can still run.
  await database.run(sql`checkpoint`)
  return database.transaction(async tx => {
    const began = performance.now()
    const migrations = await listContent(tx, wanted)
    await tx.run(sql`checkpoint`)
    await archive(tx, cluster, tar, signal)
    return { migrations, heldMs: Math.round(performance.now() - began) }
  })
}

const compress = (tar: string, to: string, signal: AbortSignal) =>
  pipeline(createReadStream(tar), createGzip({ level: 1 }), createWriteStream(to, { mode: 0o600 }), {
    signal,
  })

/**
 * Copies the embedded database into a backup. The database is blocked only while one file is written to its
 * own disk; the file is compressed and flushed afterwards.
 * @param staging a temporary folder on the database's disk
 */
const copyEmbedded = async (
  database: Database,
  cluster: string,
  staging: string,
  { target, wanted }: DatabaseTarget,
  signal: AbortSignal,
): Promise<DatabaseCopy> => {
  const tar = path.join(staging, 'database.tar')
  const to = path.join(target, EMBEDDED_PART)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  try {
    const { migrations, heldMs } = await copyAtRest(database, cluster, { tar, wanted }, signal)
    await compress(tar, to, signal)
    await fsyncLater(to)
    const sha256 = await hashOf(to, 'sha256', 'hex', signal)
    const { size } = await stat(to)
    return { migrations, part: { kind: 'embedded', name: EMBEDDED_PART, size, sha256, heldMs } }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

export type Source = { readonly config: Config; readonly connection: Connection }

type BackupOptions = {
  readonly signal: AbortSignal
  /** Stored files that are read and verified even if they need not be copied: all by default. */
  readonly reading?: Reading
  /** Called with a description of each step. */
  readonly report?: (step: string) => void
}

const copyDatabase = ({ config, connection }: Source, target: DatabaseTarget, signal: AbortSignal) =>
  connection.folder
    ? copyEmbedded(
        connection.database,
        connection.folder,
        path.join(dataFolder(config), 'staging'),
        target,
        signal,
      )
    : dumpPostgres(connection.direct, directUrl(config) ?? '', target, signal)

const copySecret = async (config: Config, target: string): Promise<Part | undefined> => {
  const from = path.join(dataFolder(config), 'secret')
  const to = path.join(target, 'secret')
  if (!existsSync(from)) return undefined
  await copyFile(from, to)
  await fsyncLater(to)
  return { name: 'secret', size: (await stat(to)).size, sha256: await hashOf(to, 'sha256', 'hex') }
}

const faults = {
  missing: 'is missing in the store',
  size: 'is in the store with another size than the database says',
  damaged: 'is damaged in the store: its bytes are not those that were stored',
  rescued: 'is missing or damaged in the store; an earlier backup had it',
} as const

/** Faulty files that are reported by name; the list has all of them. */
const NAMED = 100

const reportFaults = (report: (step: string) => void) => {
  let named = 0
  return ({ id, fault }: Listed) => {
    named += 1
    if (fault && named <= NAMED) report(`The file ${id} ${faults[fault]}`)
    if (named === NAMED + 1) report(`Further ones are in ${LIST}`)
  }
}

const write = async (
  source: Source,
  target: string,
  { signal, reading = 'all', report = () => undefined }: BackupOptions,
): Promise<Manifest> => {
  const { config, connection } = source
  const createdAt = new Date().toISOString()
  const previous = newestBackup(path.dirname(target))
  await refuseWithoutRoom(connection, config, target, previous)
  const wanted = path.join(target, 'files.wanted')
  const { migrations, part } = await copyDatabase(source, { target, wanted }, signal)
  report(`Database: ${inMegabytes(part.size)}`)
  const store = await openFileStore(config, { usableBytes: () => 0 })
  const onFault = reportFaults(report)
  const copied = await copyFiles(wanted, store, { target, previous, signal, reading, onFault, report })
  await rm(wanted)
  report(`Files: ${copied.files.count}, ${inMegabytes(copied.files.bytes)}`)
  const secret = await copySecret(config, target)
  await fsyncLater(path.join(target, 'files'))
  return {
    product: 'vecto-admin',
    version: config.version,
    createdAt,
    migrations,
    database: part,
    ...(secret && { secret }),
    ...copied,
  }
}

/** A failed backup must neither look complete nor take up space. */
const discard = async (target: string) => {
  clearBackup(target)
  await rmdir(target)
}

const removeHeld = async ({ config, connection }: Source) =>
  removeRemembered({
    database: connection.database,
    files: await openFileStore(config, { usableBytes: () => 0 }),
  })

/**
 * Backs up database, files and secret into an empty folder while the server runs; suspends file removals.
 * @throws BackupError; the folder is then removed
 */
export const makeBackup = async (source: Source, target: string, options: BackupOptions) => {
  const hold = await holdRemovals(source.connection.database)
  try {
    // No other backup runs during the hold: unfinished backups were interrupted.
    removeUnfinished(path.dirname(target))
    clearBackup(target)
    beginBackup(target)
    await mkdir(filesFolder(source.config), { recursive: true, mode: 0o700 })
    const manifest = await write(source, target, options)
    if (!(await hold.release()))
      throw new BackupError('The backup paused for so long that files may be missing in it. Try again.')
    completeBackup(target, manifest)
    await fsyncLater(path.dirname(target))
    return manifest
  } catch (error) {
    await hold.release().catch(() => false)
    await discard(target).catch(() => undefined)
    throw error
  } finally {
    // A failed removal is repeated by the server's scheduled task.
    await removeHeld(source).catch(() => undefined)
  }
}
