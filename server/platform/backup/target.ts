import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import {
  dataFolder,
  type Folders,
  filesFolder,
  snapshotFolder,
} from '~/server/platform/config/storage-settings'
import type { Connection } from '~/server/platform/database/connection'
import { freeBytes, inMegabytes } from '~/server/platform/disk/durable'
import { isComplete, isReusable } from '~/server/platform/snapshots/manifest'
import type { Snapshot } from '~/server/platform/snapshots/snapshots'
import { BackupError } from '~/server/platform/storage/removal'

const isWithin = (inner: string, outer: string) => {
  const relative = path.relative(outer, inner)
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative)
}

/** Resolves symbolic links in the existing part of a path. */
const realPathOf = (place: string): string =>
  existsSync(place) ? realpathSync(place) : path.join(realPathOf(path.dirname(place)), path.basename(place))

/** Bytes to leave free on the target disk of a backup. */
const SPARE = 32e6

/** Entries of DATA_DIR that may be links to another disk. */
const DATA = ['', 'pglite', 'files', 'secret', 'work', 'cache', 'outbox'] as const

/** @throws BackupError for a folder inside the data to back up, by its real path */
export const refuseInsideData = (target: string, config: Folders) => {
  const place = realPathOf(target)
  // Snapshots are not part of a backup.
  const isSnapshot = path.dirname(place) === realPathOf(snapshotFolder(config))
  for (const name of DATA) {
    if (name === '' && isSnapshot) continue
    const data = path.join(dataFolder(config), name)
    if (isWithin(place, realPathOf(data)))
      throw new BackupError(
        `The folder ${target} is inside ${path.join('DATA_DIR', name)} (${data}), which is backed up. Choose one outside, on another disk if there is one.`,
      )
  }
}

/**
 * Creates the target folder of a requested backup.
 * @throws BackupError if it is not writable, not empty, or inside the data to back up
 */
export const prepareTarget = (target: string, config: Folders) => {
  refuseInsideData(target, config)
  try {
    mkdirSync(target, { recursive: true, mode: 0o700 })
    accessSync(target, constants.W_OK)
  } catch (error) {
    throw new BackupError(
      `The folder ${target} cannot be written (${messageOf(error)}). Choose another, or give the server's user the right to write there.`,
    )
  }
  if (isComplete(target))
    throw new BackupError(`The folder ${target} holds a backup already. Choose another.`)
  if (!isReusable(target))
    throw new BackupError(`The folder ${target} is not empty. Choose one that is, or that does not exist.`)
}

const diskOf = (folder: string) => statSync(folder).dev

const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
    // The running database may remove files between the listing and this call.
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)

const databaseBytes = async ({ database, folder }: Connection) => {
  if (folder) return bytesIn(folder)
  const [found] = await database.query<{ size: string }>(
    sql`select pg_database_size(current_database()) as size`,
  )
  return Number(found?.size ?? 0)
}

const fileBytes = async ({ database }: Connection) => {
  const [found] = await database.query<{ size: string | null }>(sql`select sum(size) as size from files`)
  return Number(found?.size ?? 0)
}

const requireRoom = (folder: string, needed: number) => {
  const free = freeBytes(folder)
  if (free < needed + SPARE)
    throw new BackupError(
      `The backup needs about ${inMegabytes(needed + SPARE)} in ${folder}, where ${inMegabytes(free)} are free. Free some space or choose another disk; SNAPSHOT_KEEP and SNAPSHOT_DIR say how many snapshots are kept, and where.`,
    )
}

/**
 * Overestimates the required space: the database counts in full, although it is compressed.
 * @throws BackupError if there is not enough free space
 */
export const refuseWithoutRoom = async (
  connection: Connection,
  config: Folders & Partial<Pick<Config, 'S3_BUCKET' | 'FIREBASE_STORAGE_BUCKET'>>,
  target: string,
  previous: Snapshot | undefined,
) => {
  const data = dataFolder(config)
  const bytes = await databaseBytes(connection)
  const isInBucket = config.S3_BUCKET ?? config.FIREBASE_STORAGE_BUCKET
  const isSameDisk = !isInBucket && diskOf(target) === diskOf(filesFolder(config))
  const saved = previous?.manifest.files.bytes ?? 0
  const files = isSameDisk ? 0 : Math.max(0, (await fileBytes(connection)) - saved)
  if (connection.folder) requireRoom(data, isSameDisk ? bytes * 2 : bytes)
  requireRoom(target, bytes + files)
}
