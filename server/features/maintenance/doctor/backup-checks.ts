import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import {
  findForeign,
  otherSchemas,
  patternOf,
  tryDump,
  usedExtensions,
} from '~/server/platform/backup/postgres-copy'
import { refuseInsideData } from '~/server/platform/backup/target'
import type { Config } from '~/server/platform/config/config'
import { directUrl } from '~/server/platform/config/database-settings'
import { dataFolder, snapshotFolder, snapshotHours } from '~/server/platform/config/storage-settings'
import type { Database } from '~/server/platform/database/database'
import { freeBytes, inMegabytes } from '~/server/platform/disk/durable'
import { scratchFolder } from '~/server/platform/disk/scratch'
import { findProgram } from '~/server/platform/process/machine'
import { isComplete } from '~/server/platform/snapshots/manifest'
import type { FileStore } from '~/server/platform/storage/file-store'
import { error, type Finding, ok, warning } from './findings'

/** Milliseconds within which a dump of one table must end. */
const PATIENCE = 30_000

/** Names that are listed. */
const NAMED = 10
const list = (names: readonly string[]) =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '')

/** Backups connect with libpq, which reads addresses in its own way. */
export const checkLibpq = async (config: Config): Promise<Finding> => {
  if (!findProgram('pg_dump')) return warning('No backup can be tried', 'Install pg_dump: see above.')
  try {
    await tryDump(directUrl(config) ?? '', AbortSignal.timeout(PATIENCE))
    return ok('pg_dump reaches the database')
  } catch (problem) {
    return error(
      `Backups fail: ${messageOf(problem)}`,
      'Compare the parameters of DATABASE_URL (or DATABASE_DIRECT_URL) with those that docs/operations.md lists.',
    )
  }
}

/** Checks that foreign objects in the database do not prevent backups from being made or restored. */
export const checkForeign = async (database: Database): Promise<Finding> => {
  const { others, unreadable } = await findForeign(database)
  if (unreadable.length > 0)
    return error(
      `The database's user may not read ${list(unreadable.map(patternOf))}: backups fail`,
      'Grant it select on them, or make it their owner.',
    )
  const used = await usedExtensions(database)
  if (used.length > 0)
    return error(
      `Columns of the product's tables use extensions: ${list(used)}. A backup can be restored only where they are`,
      'Drop these columns, or create the extensions in a database before a backup is restored into it.',
    )
  const all = [...others.map(patternOf), ...(await otherSchemas(database))]
  return all.length > 0
    ? warning(
        `Backups leave out what is not the product's: ${list(all)}`,
        'Back it up by itself if it is needed: restoring a backup does not create it.',
      )
    : ok('Backups hold all tables of the database')
}

const ENTRIES = ['pglite', 'files', 'secret', 'work', 'cache', 'outbox', 'snapshots'] as const

const leadsNowhere = (entry: string) =>
  lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(entry)

const backupsIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter(entry => entry.isDirectory() && isBackupPlace(path.join(folder, entry.name)))
        .map(({ name }) => path.join(folder, name))
    : []

/** One backup, or the folder of many. */
const isBackupPlace = (folder: string) =>
  isComplete(folder) || readdirSync(folder).some(name => isComplete(path.join(folder, name)))

/** Links of DATA_DIR lead to other disks: these must be mounted, and hold no backup inside the data that is backed up. */
export const checkFolders = (config: Config): Finding => {
  const data = dataFolder(config)
  const lost = ENTRIES.map(name => path.join(data, name)).filter(leadsNowhere)
  if (lost.length > 0)
    return error(`A link leads nowhere: ${list(lost)}`, 'Mount its disk, or remove the link.')
  const inside = backupsIn(path.join(data, 'files'))
  if (inside.length > 0)
    return warning(
      `Backups are among the stored files: ${list(inside)}`,
      'Move them to another folder: they are lost with the disk of the files, and a restoration takes them for data.',
    )
  if (snapshotHours(config) > 0)
    try {
      refuseInsideData(path.join(snapshotFolder(config), 'one'), config)
    } catch (problem) {
      return error(messageOf(problem), 'Set SNAPSHOT_DIR to a folder outside of it.')
    }
  const linked = ENTRIES.map(name => path.join(data, name)).filter(
    entry => lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() === true,
  )
  return ok(
    linked.length > 0
      ? `Links in DATA_DIR lead to ${list(linked.map(entry => realpathSync(entry)))}`
      : 'DATA_DIR holds its own folders',
  )
}

type Waiting = { readonly count: number; readonly oldest: number | null }

/** Hours after which a removed file should be gone: the longest backup takes less. */
const LATE = 24

/** Files whose records were removed, and whose bytes are still there. */
export const checkRemovals = async (database: Database): Promise<Finding> => {
  const [table] = await database.query<{ found: string | null }>(
    sql`select to_regclass('file_removals')::text as found`,
  )
  if (!table?.found) return ok('No removed file waits')
  const [row] = await database.query<Waiting>(sql`select count(*)::int as count,
    extract(epoch from now() - min(deleted_at))::float / 3600 as oldest from file_removals`)
  const { count = 0, oldest } = row ?? {}
  return (oldest ?? 0) > LATE
    ? warning(
        `${count} removed file(s) are still in the store, the oldest for ${Math.round(oldest ?? 0)} h`,
        'A running server removes them within a minute, unless a backup runs or the store does not answer: see its log.',
      )
    : ok(`${count} removed file(s) wait to be deleted from the store`)
}

/** Bytes of a part of an upload, which is on the disk of the server before it goes to the bucket. */
const PART = 8 * 1024 ** 2

/** Checks that the bucket detects corrupted bytes, and that the server has room for parts before they are sent. */
export const checkTransfers = async (files: FileStore): Promise<Finding> => {
  if (!files.comparesChecksums) return ok('Stored files are on a disk of this machine')
  const free = freeBytes(scratchFolder())
  if (free < PART * 4)
    return error(
      `${inMegabytes(free)} are free in the temporary folder (TMPDIR): uploads are refused`,
      'Free some space there, or set TMPDIR to a folder with 256 MB for parts of uploads.',
    )
  return (await files.comparesChecksums())
    ? ok('The file store compares checksums')
    : warning(
        'The file store compares no checksums: a byte that a connection changes is stored as it arrives',
        'Use a store that compares Content-MD5, and npm run doctor -- --read now and then.',
      )
}
