import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Config } from '~/server/platform/config/config'
import { dataFolder } from '~/server/platform/config/snapshot-settings'
import { connect } from '~/server/platform/database/connection'
import { fsyncLater, fsyncTree } from '~/server/platform/disk/durable'
import { forEachOf } from '~/server/platform/process/iterate'
import { type Manifest, storedIn } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/backup-error'
import { openFileStore } from '~/server/platform/storage/drivers'
import { linkOrCopy } from './file-copy'
import { runProgram } from './program'

/** The entries of DATA_DIR that belong to an installation; snapshots stay in place. */
const ENTRIES = ['pglite', 'files', 'secret', 'work', 'cache', 'outbox'] as const

/** The entries that a restoration puts into DATA_DIR; the database is last: without it no server starts. */
const RESTORED = ['files', 'secret', 'pglite'] as const

export type Verified = {
  /** The folder of a backup. */
  readonly source: string
  readonly manifest: Manifest
  /** Ids and sizes of files that are not restored. */
  readonly damaged: ReadonlyMap<string, number>
}

export const stagingFolder = (config: Pick<Config, 'DATA_DIR'>) => path.join(dataFolder(config), 'restoring')

export const existing = (config: Pick<Config, 'DATA_DIR'>) =>
  ENTRIES.filter(name => existsSync(path.join(dataFolder(config), name)))

const unpackDatabase = async (archive: string, into: string, signal: AbortSignal) => {
  await mkdir(into, { recursive: true, mode: 0o700 })
  await runProgram('tar', ['-xzof', archive, '-C', into], { signal })
}

/** The files of a backup that are restored. */
async function* intactIn({ source, damaged }: Verified) {
  for await (const { id } of storedIn(source)) if (!damaged.has(id)) yield id
}

const placeFiles = async (backup: Verified, into: string, signal: AbortSignal) => {
  await mkdir(into, { recursive: true, mode: 0o700 })
  await forEachOf(intactIn(backup), signal, async id => {
    if (!(await linkOrCopy(path.join(backup.source, 'files', id), path.join(into, id))))
      throw new BackupError(
        `The file ${id} vanished from the backup in ${backup.source}. Nothing was changed.`,
      )
  })
}

/** Unpacks a verified backup into a staging folder on the disk of DATA_DIR. */
export const stage = async (backup: Verified, config: Config, signal: AbortSignal) => {
  const { source, manifest } = backup
  const staging = stagingFolder(config)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  if (manifest.database.kind === 'embedded')
    await unpackDatabase(path.join(source, manifest.database.name), path.join(staging, 'pglite'), signal)
  await placeFiles(backup, path.join(staging, 'files'), signal)
  if (manifest.secret) await copyFile(path.join(source, manifest.secret.name), path.join(staging, 'secret'))
}

/** Moves the staged files into a store elsewhere. One that is there already has the same content. */
export const fillStore = async (
  backup: Verified,
  config: Config,
  report: (step: string) => void,
  signal: AbortSignal,
) => {
  // With the staging folder as data folder: a folder of files must not exist before its restoration.
  const store = await openFileStore({ ...config, DATA_DIR: stagingFolder(config) }, { usableBytes: () => 0 })
  if (store.pathOf) return
  report('Sending the files to the store')
  const from = path.join(stagingFolder(config), 'files')
  await forEachOf(intactIn(backup), signal, id => store.adopt(path.join(from, id), id))
  await rm(from, { recursive: true })
}

/**
 * Test-opens the staged database like a server.
 * @throws BackupError if it lists other files than the manifest; DataDamaged if it does not open
 */
export const tryStaged = async (config: Config, manifest: Manifest) => {
  const connection = await connect({ ...config, DATA_DIR: stagingFolder(config), DATABASE_URL: undefined })
  try {
    if (manifest.migrations.length === 0) return
    const [found] = await connection.database.query<{ n: number }>(
      sql`select count(*)::int as n from files where md5 is not null and size is not null`,
    )
    if (found?.n !== manifest.files.count + manifest.files.faults.missing)
      throw new BackupError(
        'The database in the backup names other files than its manifest. Nothing was changed.',
      )
  } finally {
    await connection.close()
  }
}

/** Moves existing data in DATA_DIR aside. @returns the target folder, or undefined if there was no data */
const moveAside = async (config: Config) => {
  const names = existing(config)
  if (names.length === 0) return undefined
  const aside = path.join(dataFolder(config), `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  await mkdir(aside, { mode: 0o700 })
  // The database is moved first: from then on no server starts until the restoration is complete.
  for (const name of names) await rename(path.join(dataFolder(config), name), path.join(aside, name))
  return aside
}

/** Replaces existing data with the staged data. @returns the folder with the old data, if any */
export const putInPlace = async (config: Config) => {
  const staging = stagingFolder(config)
  await fsyncTree(staging)
  const aside = await moveAside(config)
  for (const name of RESTORED)
    if (existsSync(path.join(staging, name)))
      await rename(path.join(staging, name), path.join(dataFolder(config), name))
  await fsyncLater(dataFolder(config))
  await rm(staging, { recursive: true, force: true })
  return aside
}
