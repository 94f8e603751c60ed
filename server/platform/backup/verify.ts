import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { hashOf } from '~/server/platform/disk/durable'
import { forEachOf } from '~/server/platform/process/concurrency'
import { type Manifest, type Part, type StoredFile, storedIn } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/removal'

/** Maximum number of damaged files listed in the message. */
const NAMED = 10

/** A symbolic link in a backup may lead anywhere: none is followed. */
const sizeOf = async (file: string) => {
  const found = await lstat(file)
  return found.isFile() ? found.size : undefined
}

const isPartIntact = async (source: string, { name, size, sha256 }: Part, signal: AbortSignal) => {
  const file = path.join(source, name)
  try {
    return (await sizeOf(file)) === size && (await hashOf(file, 'sha256', 'hex', signal)) === sha256
  } catch {
    signal.throwIfAborted()
    return false
  }
}

/** Whether the file at a path is the one of a list. */
export const isFileIntact = async (file: string, { size, md5 }: Pick<StoredFile, 'size' | 'md5'>) => {
  try {
    return (await sizeOf(file)) === size && (await hashOf(file, 'md5', 'base64')) === md5
  } catch {
    return false
  }
}

const isFolder = async (folder: string) => {
  try {
    return (await lstat(folder)).isDirectory()
  } catch {
    return false
  }
}

type Damage = {
  /** Parts and stored files of the backup. */
  readonly count: number
  /** The names of the database, the secret and the list, where they are damaged. */
  readonly parts: readonly string[]
  /** Ids of damaged or missing stored files, with their sizes. Empty where the list itself is damaged. */
  readonly files: ReadonlyMap<string, number>
}

/** Reads a backup in full and compares it with its manifest. */
export const findDamage = async (
  source: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<Damage> => {
  const all = [manifest.database, manifest.secret, manifest.list].flatMap(part => part ?? [])
  const count = all.length + manifest.files.count
  const parts: string[] = []
  for (const part of all) if (!(await isPartIntact(source, part, signal))) parts.push(part.name)
  const files = new Map<string, number>()
  if (manifest.list && parts.includes(manifest.list.name)) return { count, parts, files }
  const folder = path.join(source, 'files')
  const isThere = await isFolder(folder)
  await forEachOf(storedIn(source), signal, async file => {
    if (!isThere || !(await isFileIntact(path.join(folder, file.id), file))) files.set(file.id, file.size)
  })
  return { count, parts, files }
}

const refuseDamaged = (source: string, manifest: Manifest, damaged: ReadonlyMap<string, number>) => {
  const names = [...damaged.keys()].slice(0, NAMED).join(', ')
  throw new BackupError(
    `The backup in ${source} is damaged: ${damaged.size} of ${manifest.files.count} files are missing or differ (${names}). Nothing was changed. Restore another backup, or this one without them: --without-damaged.`,
  )
}

/**
 * Reads a backup in full and compares it with its manifest.
 * @param withoutDamaged accepts damaged stored files
 * @returns the ids of damaged files, with their sizes
 * @throws BackupError naming the damaged parts
 */
export const verifyBackup = async (
  source: string,
  manifest: Manifest,
  withoutDamaged: boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> => {
  const { parts, files } = await findDamage(source, manifest, signal)
  if (parts[0])
    throw new BackupError(
      `The backup in ${source} is damaged: ${parts.join(', ')} is not what its manifest says. Nothing was changed. Restore another backup.`,
    )
  if (files.size > 0 && !withoutDamaged) refuseDamaged(source, manifest, files)
  return files
}
