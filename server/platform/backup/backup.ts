import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '~/server/platform/config/config'
import { directUrl } from '~/server/platform/config/database-settings'
import { dataFolder, filesFolder } from '~/server/platform/config/snapshot-settings'
import type { Connection } from '~/server/platform/database/connection'
import { fsyncLater, hashOf, inMegabytes } from '~/server/platform/disk/durable'
import { LIST, type Listed } from '~/server/platform/snapshots/file-list'
import {
  beginBackup,
  clearBackup,
  completeBackup,
  type Manifest,
  type Part,
} from '~/server/platform/snapshots/manifest'
import { newestBackup, removeUnfinished } from '~/server/platform/snapshots/snapshots'
import { BackupError } from '~/server/platform/storage/backup-error'
import { openFileStore } from '~/server/platform/storage/drivers'
import { holdRemovals } from '~/server/platform/storage/removal-hold'
import { removeRemembered } from '~/server/platform/storage/remove-files'
import type { DatabaseTarget } from './content'
import { copyEmbedded } from './embedded-copy'
import { copyFiles } from './file-copy'
import { dumpPostgres } from './postgres-copy'
import type { Reading } from './reading-turns'
import { refuseWithoutRoom } from './target'

export type Source = { readonly config: Config; readonly connection: Connection }

export type BackupOptions = {
  readonly signal: AbortSignal
  /** Which stored files are read although they need not be copied: all by default. */
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
    // What cannot be removed now is removed by a server's task.
    await removeHeld(source).catch(() => undefined)
  }
}
