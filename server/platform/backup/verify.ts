import { stat } from 'node:fs/promises'
import path from 'node:path'
import { hashOf } from '~/server/platform/disk/durable'
import type { Manifest, Part, StoredFile } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/backup-error'
import { forEachOf } from './file-copy'

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

/**
 * Reads a backup in full and compares it with its manifest.
 * @param withoutDamaged accepts damaged stored files and omits them
 * @returns the intact files
 * @throws BackupError naming the damaged parts
 */
export const verifyBackup = async (
  source: string,
  manifest: Manifest,
  withoutDamaged: boolean,
  signal: AbortSignal,
): Promise<StoredFile[]> => {
  await requireIntact(source, manifest.database, signal)
  await requireIntact(source, manifest.secret, signal)
  const damaged = new Set<StoredFile>()
  await forEachOf(manifest.files, signal, async file => {
    if (!(await isFileIntact(source, file))) damaged.add(file)
  })
  if (damaged.size > 0 && !withoutDamaged)
    throw new BackupError(
      `The backup in ${source} is damaged: ${damaged.size} of ${manifest.files.length} files are missing or differ (${[
        ...damaged,
      ]
        .slice(0, NAMED)
        .map(({ id }) => id)
        .join(
          ', ',
        )}). Nothing was changed. Restore another backup, or this one without them: --without-damaged.`,
    )
  return manifest.files.filter(file => !damaged.has(file))
}
