import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Config } from '~/server/platform/config/config'
import { dataFolder } from '~/server/platform/config/snapshot-settings'
import { connect } from '~/server/platform/database/connection'
import { fsyncLater, fsyncTree } from '~/server/platform/disk/durable'
import type { Manifest, StoredFile } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/backup-error'
import { forEachOf, linkOrCopy } from './file-copy'
import { runProgram } from './program'

/** What belongs to a platform in DATA_DIR; snapshots stay where they are. */
const ENTRIES = ['pglite', 'files', 'secret', 'work', 'cache', 'outbox'] as const

/** What a restoration puts into DATA_DIR, the database last: without it no server begins on the others. */
const RESTORED = ['files', 'secret', 'pglite'] as const

export const stagingFolder = (config: Pick<Config, 'DATA_DIR'>) => path.join(dataFolder(config), 'restoring')

export const existing = (config: Pick<Config, 'DATA_DIR'>) =>
  ENTRIES.filter(name => existsSync(path.join(dataFolder(config), name)))

const unpackDatabase = async (archive: string, into: string, signal: AbortSignal) => {
  await mkdir(into, { recursive: true, mode: 0o700 })
  await runProgram('tar', ['-xzof', archive, '-C', into], { signal })
}

const placeFiles = async (
  source: string,
  files: readonly StoredFile[],
  into: string,
  signal: AbortSignal,
) => {
  await mkdir(into, { recursive: true, mode: 0o700 })
  await forEachOf(files, signal, async ({ id }) => {
    if (!(await linkOrCopy(path.join(source, 'files', id), path.join(into, id))))
      throw new BackupError(`The file ${id} vanished from the backup in ${source}. Nothing was changed.`)
  })
}

/** Lays a verified backup out in a folder of its own on the disk of DATA_DIR. */
export const stage = async (
  source: string,
  manifest: Manifest,
  files: readonly StoredFile[],
  config: Config,
  signal: AbortSignal,
) => {
  const staging = stagingFolder(config)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  if (manifest.database.kind === 'embedded')
    await unpackDatabase(path.join(source, manifest.database.name), path.join(staging, 'pglite'), signal)
  await placeFiles(source, files, path.join(staging, 'files'), signal)
  if (manifest.secret) await copyFile(path.join(source, manifest.secret.name), path.join(staging, 'secret'))
}

/**
 * Opens the staged database as a server would.
 * @throws BackupError where it does not open, or names other files than the manifest
 */
export const tryStaged = async (config: Config, manifest: Manifest) => {
  const connection = await connect({ ...config, DATA_DIR: stagingFolder(config), DATABASE_URL: undefined })
  try {
    if (manifest.migrations.length === 0) return
    const [found] = await connection.database.query<{ n: number }>(
      sql`select count(*)::int as n from files where md5 is not null and size is not null`,
    )
    const missing = manifest.faulty.filter(({ reason }) => reason === 'missing').length
    if (found?.n !== manifest.files.length + missing)
      throw new BackupError(
        'The database in the backup names other files than its manifest. Nothing was changed.',
      )
  } finally {
    await connection.close()
  }
}

/** Moves what is in DATA_DIR aside. @returns where to, or undefined where there was nothing */
const moveAside = async (config: Config) => {
  const names = existing(config)
  if (names.length === 0) return undefined
  const aside = path.join(dataFolder(config), `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  await mkdir(aside, { mode: 0o700 })
  // The database goes first: from then on no server starts until the restoration is complete.
  for (const name of names) await rename(path.join(dataFolder(config), name), path.join(aside, name))
  return aside
}

/** Puts what is staged in the place of what is there. @returns where that went */
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
