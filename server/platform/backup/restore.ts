import path from 'node:path'
import type { Config } from '~/server/platform/config/config'
import { directUrl } from '~/server/platform/config/database-settings'
import { dataFolder } from '~/server/platform/config/storage-settings'
import { connect } from '~/server/platform/database/connection'
import type { Database } from '~/server/platform/database/database'
import { lockFolder } from '~/server/platform/database/folder-lock'
import { readMigrations } from '~/server/platform/database/migrations'
import { type Manifest, readManifest } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/removal'
import { isServed } from './control'
import { loadPostgres, refuseFilled, refuseWithoutRights } from './postgres-copy'
import {
  clearStaging,
  existing,
  fillStore,
  type Layout,
  layOut,
  putInPlace,
  stage,
  tryStaged,
} from './staged'
import { verifyBackup } from './verify'

export type RestoreOptions<Ended> = {
  /** Moves existing data in DATA_DIR aside; without it, existing data cause a refusal. */
  readonly replace: boolean
  readonly withoutDamaged: boolean
  /** Ends sessions, tokens and links in the restored database, before a server may open it. */
  readonly endAccess?: (database: Database) => Promise<Ended>
  readonly signal: AbortSignal
  readonly report: (step: string) => void
}

export type Restored<Ended> = {
  readonly manifest: Manifest
  /** Result of `endAccess`; undefined if it was not given. */
  readonly ended: Ended | undefined
  /** The files that are restored: those of the backup that are intact. */
  readonly files: { readonly count: number; readonly bytes: number }
  /** The folders to which existing data were moved. */
  readonly aside: readonly string[]
}

const refuseOtherKind = ({ database }: Manifest, { DATABASE_URL }: Config) => {
  if (database.kind === 'embedded' && DATABASE_URL)
    throw new BackupError('This backup is of the embedded database: restore it without DATABASE_URL.')
  if (database.kind === 'postgresql' && !DATABASE_URL)
    throw new BackupError('This backup is of PostgreSQL: name an empty database in DATABASE_URL.')
}

const refuseNewer = ({ migrations, version }: Manifest, config: Config) => {
  const known = new Set(readMigrations().map(({ name }) => name))
  const unknown = migrations.find(name => !known.has(name))
  if (unknown)
    throw new BackupError(
      `This backup was made by version ${version}, whose database this version (${config.version}) does not know (${unknown}). Restore it with that version or a later one.`,
    )
}

const refuseUnasked = (config: Config, layout: Layout, replace: boolean) => {
  const found = existing(config, layout)
  if (found.length > 0 && !replace)
    throw new BackupError(
      `${dataFolder(config)} has data already (${found.join(', ')}). Choose another DATA_DIR, or add --replace: what is there is then moved aside, not deleted.`,
    )
}

const refuseUnusableDatabase = async (config: Config) => {
  const connection = await connect(config)
  try {
    await refuseFilled(connection.database)
    await refuseWithoutRights(connection.database)
  } finally {
    await connection.close()
  }
}

const restoredOf = ({ files }: Manifest, damaged: ReadonlyMap<string, number>) => ({
  count: files.count - damaged.size,
  bytes: files.bytes - [...damaged.values()].reduce((sum, size) => sum + size, 0),
})

const loadDump = async <Ended>(
  config: Config,
  dump: string,
  { signal, endAccess }: RestoreOptions<Ended>,
) => {
  const connection = await connect(config)
  try {
    await loadPostgres(connection.direct, directUrl(config) ?? '', dump, signal)
    return await endAccess?.(connection.direct)
  } finally {
    await connection.close()
  }
}

const restoreLocked = async <Ended>(
  source: string,
  manifest: Manifest,
  config: Config,
  layout: Layout,
  options: RestoreOptions<Ended>,
): Promise<Restored<Ended>> => {
  const { signal, report, withoutDamaged } = options
  report(`Comparing ${manifest.files.count} file(s) and the database with the manifest`)
  const damaged = await verifyBackup(source, manifest, withoutDamaged, signal)
  try {
    report('Laying them out')
    await stage({ source, manifest, damaged }, config, layout, signal)
    await fillStore({ source, manifest, damaged }, config, report, signal)
    report('Opening the database')
    const ended = directUrl(config)
      ? await loadDump(config, path.join(source, manifest.database.name), options)
      : await tryStaged(config, manifest, options.endAccess)
    const aside = await putInPlace(config, layout)
    return { manifest, ended, files: restoredOf(manifest, damaged), aside }
  } catch (error) {
    await clearStaging(config, layout).catch(() => undefined)
    throw error
  }
}

/**
 * Restores a backup into DATA_DIR, and into an empty PostgreSQL database if one is configured. The backup is
 * verified and tested in full before anything is changed.
 * @throws BackupError, FolderInUse, DataDamaged
 */
export const restore = async <Ended>(
  source: string,
  config: Config,
  options: RestoreOptions<Ended>,
): Promise<Restored<Ended>> => {
  const manifest = readManifest(source)
  refuseOtherKind(manifest, config)
  refuseNewer(manifest, config)
  const layout = layOut(config)
  refuseUnasked(config, layout, options.replace)
  if (await isServed(config)) throw new BackupError(`A server runs on ${dataFolder(config)}. Stop it first.`)
  if (config.DATABASE_URL) await refuseUnusableDatabase(config)
  const lock = await lockFolder(dataFolder(config), { onWait: options.report })
  try {
    return await restoreLocked(source, manifest, config, layout, options)
  } finally {
    lock.release()
  }
}
