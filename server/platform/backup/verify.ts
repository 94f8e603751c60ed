import { stat } from 'node:fs/promises'
import path from 'node:path'
import { hashOf } from '~/server/platform/disk/durable'
import { forEachOf } from '~/server/platform/process/iterate'
import type { StoredFile } from '~/server/platform/snapshots/file-list'
import { type Manifest, type Part, storedIn } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/backup-error'

/** Maximum number of damaged files listed in the message. */
const NAMED = 10

const isIntact = async (source: string, { name, size, sha256 }: Part, signal: AbortSignal) => {
  const file = path.join(source, name)
  try {
    return (await stat(file)).size === size && (await hashOf(file, 'sha256', 'hex', signal)) === sha256
  } catch {
    signal.throwIfAborted()
    return false
  }
}

const requireIntact = async (source: string, part: Part | undefined, signal: AbortSignal) => {
  if (part && !(await isIntact(source, part, signal)))
    throw new BackupError(
      `The backup in ${source} is damaged: ${part.name} is not what its manifest says. Nothing was changed. Restore another backup.`,
    )
}

const isFileIntact = async (source: string, { id, size, md5 }: StoredFile) => {
  const file = path.join(source, 'files', id)
  try {
    return (await stat(file)).size === size && (await hashOf(file, 'md5', 'base64')) === md5
  } catch {
    return false
  }
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
  for (const part of [manifest.database, manifest.secret, manifest.list])
    await requireIntact(source, part, signal)
  const damaged = new Map<string, number>()
  await forEachOf(storedIn(source), signal, async file => {
    if (!(await isFileIntact(source, file))) damaged.set(file.id, file.size)
  })
  if (damaged.size > 0 && !withoutDamaged) refuseDamaged(source, manifest, damaged)
  return damaged
}
