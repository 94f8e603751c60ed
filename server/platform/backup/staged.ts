import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { copyFile, mkdir, opendir, realpath, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Config } from '~/server/platform/config/config'
import { dataFolder } from '~/server/platform/config/storage-settings'
import { connect } from '~/server/platform/database/connection'
import type { Database } from '~/server/platform/database/database'
import { fsyncLater, fsyncTree } from '~/server/platform/disk/durable'
import { forEachOf } from '~/server/platform/process/concurrency'
import { type Manifest, storedIn } from '~/server/platform/snapshots/manifest'
import { openFileStore } from '~/server/platform/storage/drivers'
import { isFileId } from '~/server/platform/storage/file-store'
import { BackupError } from '~/server/platform/storage/removal'
import { runProgram } from './content'
import { tryCopy, tryLink } from './file-copy'
import { isFileIntact } from './verify'

/**
 * An entry of DATA_DIR that is a link to another disk, or a disk itself. A restore fills the link's target: it stages the
 * new contents and moves the old ones on the same disk, so that renaming suffices.
 */
type Elsewhere = {
  readonly name: string
  /** The real path of the entry. */
  readonly real: string
  /** The new contents. */
  readonly staged: string
  /** The old contents. */
  readonly aside: string
  /** The entry is a disk, or in a foreign folder, and cannot be renamed: its contents are renamed instead. */
  readonly isKept: boolean
}

const found = (entry: string) => lstatSync(entry, { throwIfNoEntry: false })

const isFile = (real: string) => found(real)?.isFile() === true

/** Folders that the kernel has mounted something on; empty where it has no such list, as on macOS. */
const mountPoints = () => {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
    const places = lines.map(line => line.split(' ')[4] ?? '')
    return new Set(places.map(place => place.replace(/\\040/g, ' ')))
  } catch {
    return new Set<string>()
  }
}

const isMounted = (real: string) =>
  mountPoints().has(real) || found(real)?.dev !== found(path.dirname(real))?.dev

const isWritable = (folder: string) => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const realPathOf = (entry: string) => {
  try {
    return realpathSync(entry)
  } catch {
    throw new BackupError(
      `${entry} is a link to something that is not there. Mount its disk, or remove the link.`,
    )
  }
}

/**
 * @param suffix of the name of the old contents
 * @returns undefined for an entry that is in the folder itself, or that there is none of
 * @throws BackupError for a link that leads nowhere
 */
const findElsewhere = (entry: string, suffix: string): Elsewhere | undefined => {
  const entryFound = found(entry)
  if (!entryFound) return undefined
  const [name, real] = [path.basename(entry), realPathOf(entry)]
  if (!entryFound.isSymbolicLink() && !isMounted(real)) return undefined
  const isKept = isMounted(real) || !isWritable(path.dirname(real))
  const [staged, aside] = ['restoring', `replaced-${suffix}`]
  // A file, the secret, is written through its link: its folder may be another's.
  if (isFile(real)) return { name, real, isKept, staged: `${entry}.${staged}`, aside: `${entry}.${aside}` }
  return isKept
    ? { name, real, isKept, staged: path.join(real, staged), aside: path.join(real, aside) }
    : { name, real, isKept, staged: `${real}.${staged}`, aside: `${real}.${aside}` }
}

/** A disk may hold more than the stored files: the rest is left alone. */
const contentsOf = ({ name, real }: Pick<Elsewhere, 'name' | 'real'>) =>
  readdirSync(real).filter(each =>
    name === 'files'
      ? isFileId(each.replace(/\.json$/, ''))
      : each !== 'restoring' && each !== 'lost+found' && !each.startsWith('replaced-'),
  )

const hasContents = (entry: Elsewhere) => isFile(entry.real) || contentsOf(entry).length > 0

/** Moves the old contents aside, and leaves an empty folder. @returns where they are, if there were any */
const setAside = async (entry: Elsewhere) => {
  const { real, aside, isKept } = entry
  if (isFile(real)) {
    await copyFile(real, aside)
    return aside
  }
  const contents = contentsOf(entry)
  if (contents.length === 0) return undefined
  if (isKept) {
    await mkdir(aside, { recursive: true, mode: 0o700 })
    for (const each of contents) await rename(path.join(real, each), path.join(aside, each))
  } else {
    await rename(real, aside)
    await mkdir(real, { mode: 0o700 })
  }
  return aside
}

/** Moves the new contents in. */
const fill = async ({ name, real, staged, isKept }: Elsewhere) => {
  if (!existsSync(staged)) return
  if (isFile(real)) await copyFile(staged, real)
  else if (!isKept && readdirSync(real).length === 0) return rename(staged, real)
  else
    for (const each of contentsOf({ name, real: staged }))
      await rename(path.join(staged, each), path.join(real, each))
  await rm(staged, { recursive: true, force: true })
}

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

type DataDir = Pick<Config, 'DATA_DIR'>

const stagingFolder = (config: DataDir) => path.join(dataFolder(config), 'restoring')

/** Paths of a restore, decided before it begins. */
export type Layout = {
  /** The folder for replaced data. */
  readonly aside: string
  /** Entries of DATA_DIR that are links or disks, by name. */
  readonly elsewhere: ReadonlyMap<string, Elsewhere>
}

/** @throws BackupError where an entry of DATA_DIR is a link that leads nowhere */
export const layOut = (config: DataDir): Layout => {
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  const elsewhere = new Map<string, Elsewhere>()
  for (const name of ENTRIES) {
    const place = findElsewhere(path.join(dataFolder(config), name), time)
    if (place) elsewhere.set(name, place)
  }
  return { aside: path.join(dataFolder(config), `replaced-${time}`), elsewhere }
}

/** The entries that have data. An empty folder that a link leads to has none. */
export const existing = (config: DataDir, { elsewhere }: Layout) =>
  ENTRIES.filter(name => {
    const place = elsewhere.get(name)
    return place ? hasContents(place) : existsSync(path.join(dataFolder(config), name))
  })

/** Removes the staged files of a restore. */
export const clearStaging = async (config: DataDir, { elsewhere }: Layout) => {
  for (const { staged } of elsewhere.values()) await rm(staged, { recursive: true, force: true })
  await rm(stagingFolder(config), { recursive: true, force: true })
}

/** Refuses links in an archive: they would lead later entries, or a server that opens it, out of the folder. */
const refuseLinks = async (folder: string): Promise<void> => {
  for await (const entry of await opendir(folder, { bufferSize: 1000 })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) await refuseLinks(place)
    else if (!entry.isFile())
      throw new BackupError(
        `The database in the backup holds ${entry.name}, which is no file: somebody may have changed it. Nothing was changed.`,
      )
  }
}

const unpackDatabase = async (archive: string, into: string, signal: AbortSignal) => {
  await runProgram('tar', ['-xzof', archive, '-C', into], { signal })
  await refuseLinks(into)
}

/** The files of a backup that are restored. */
async function* intactIn({ source, damaged }: Verified) {
  for await (const file of storedIn(source)) if (!damaged.has(file.id)) yield file
}

/** A copy is compared with its checksum; a link has the bytes that were compared before. */
const placeFiles = async (backup: Verified, into: string, signal: AbortSignal) => {
  await forEachOf(intactIn(backup), signal, async file => {
    const [from, to] = [path.join(backup.source, 'files', file.id), path.join(into, file.id)]
    const isPlaced =
      (await tryLink(from, to)) || ((await tryCopy(from, to)) && (await isFileIntact(to, file)))
    if (!isPlaced)
      throw new BackupError(
        `The file ${file.id} vanished from the backup in ${backup.source}, or could not be copied. Nothing was changed.`,
      )
  })
}

/** Creates a folder in the staging folder: itself, or a link to where its entry is. */
const createStaged = async (name: string, staging: string, { elsewhere }: Layout) => {
  const into = path.join(staging, name)
  const place = elsewhere.get(name)
  if (place) await symlink(place.staged, into)
  await mkdir(place?.staged ?? into, { recursive: true, mode: 0o700 })
  return into
}

/** Unpacks a verified backup into a staging folder on the disk of DATA_DIR; entries on other disks are staged there. */
export const stage = async (backup: Verified, config: Config, layout: Layout, signal: AbortSignal) => {
  const { source, manifest } = backup
  const staging = stagingFolder(config)
  await clearStaging(config, layout)
  await mkdir(staging, { recursive: true, mode: 0o700 })
  if (manifest.database.kind === 'embedded')
    await unpackDatabase(
      path.join(source, manifest.database.name),
      await createStaged('pglite', staging, layout),
      signal,
    )
  await placeFiles(backup, await createStaged('files', staging, layout), signal)
  const secret = layout.elsewhere.get('secret')?.staged ?? path.join(staging, 'secret')
  if (manifest.secret) await copyFile(path.join(source, manifest.secret.name), secret)
}

/** Moves the staged files into a remote store. A file that exists there already has the same content. */
export const fillStore = async (
  backup: Verified,
  config: Config,
  report: (step: string) => void,
  signal: AbortSignal,
) => {
  // The staging folder is the data folder here: the folder of files must not exist before it is restored.
  const store = await openFileStore({ ...config, DATA_DIR: stagingFolder(config) }, { usableBytes: () => 0 })
  if (store.pathOf) return
  report('Sending the files to the store')
  const from = path.join(stagingFolder(config), 'files')
  await forEachOf(intactIn(backup), signal, ({ id }) => store.adopt(path.join(from, id), id))
  await rm(await realpath(from), { recursive: true })
  await rm(from, { force: true })
}

/**
 * Test-opens the staged database like a server, and ends its sessions, tokens and links.
 * @throws BackupError if it lists other files than the manifest; DataDamaged if it does not open
 */
export const tryStaged = async <Ended>(
  config: Config,
  manifest: Manifest,
  endAccess?: (database: Database) => Promise<Ended>,
): Promise<Ended | undefined> => {
  const connection = await connect({ ...config, DATA_DIR: stagingFolder(config), DATABASE_URL: undefined })
  try {
    if (manifest.migrations.length === 0) return undefined
    const [found] = await connection.database.query<{ n: number }>(
      sql`select count(*)::int as n from files where md5 is not null and size is not null`,
    )
    if (found?.n !== manifest.files.count + manifest.files.faults.missing)
      throw new BackupError(
        'The database in the backup names other files than its manifest. Nothing was changed.',
      )
    return await endAccess?.(connection.database)
  } finally {
    await connection.close()
  }
}

/** Moves existing data aside. @returns the folders with them */
const moveAside = async (config: Config, layout: Layout) => {
  const { aside, elsewhere } = layout
  const moved = new Set<string>()
  // The database is moved first: from then on no server starts until the restoration is complete.
  for (const name of existing(config, layout)) {
    const place = elsewhere.get(name)
    const to = place && (await setAside(place))
    if (to !== undefined) moved.add(to)
    if (place) continue
    await mkdir(aside, { recursive: true, mode: 0o700 })
    await rename(path.join(dataFolder(config), name), path.join(aside, name))
    moved.add(aside)
  }
  return [...moved]
}

/** Replaces existing data with the staged data. @returns the folders with the old data */
export const putInPlace = async (config: Config, layout: Layout) => {
  const staging = stagingFolder(config)
  for (const { staged } of layout.elsewhere.values())
    if (existsSync(staged)) await (statSync(staged).isFile() ? fsyncLater : fsyncTree)(staged)
  await fsyncTree(staging)
  const aside = await moveAside(config, layout)
  for (const name of RESTORED) {
    const place = layout.elsewhere.get(name)
    if (place) await fill(place)
    else if (existsSync(path.join(staging, name)))
      await rename(path.join(staging, name), path.join(dataFolder(config), name))
  }
  await fsyncLater(dataFolder(config))
  await clearStaging(config, layout)
  return aside
}
