import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { fsyncPath } from '~/server/platform/disk/durable'
import { BackupError } from '~/server/platform/storage/backup-error'

/** A name in the backup's own folder: a manifest may come from elsewhere, and must not lead anywhere. */
const fileName = z.string().regex(/^\w[\w.-]*$/)
const part = z.object({ name: fileName, size: z.number(), sha256: z.string() })
const stored = z.object({ id: z.string().regex(/^[A-Za-z0-9]{20}$/), size: z.number(), md5: z.string() })

const schema = z.object({
  format: z.literal(1),
  product: z.literal('vecto-admin'),
  /** Version of the product that created the backup. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations that the database had run: a version that does not know all of them cannot use it. */
  migrations: z.array(z.string()),
  database: part.extend({ kind: z.enum(['embedded', 'postgresql']), heldMs: z.number().optional() }),
  secret: part.optional(),
  /** Sizes in bytes, MD5 in base64. */
  files: z.array(stored),
  /**
   * Files that the database lists but that were missing from the store or had another size. A rescued file is
   * in this backup nevertheless, taken from an earlier one.
   */
  faulty: z.array(stored.pick({ id: true }).extend({ reason: z.enum(['missing', 'size', 'rescued']) })),
})

/** The contents of a backup. It is written last: a folder without a manifest is not a backup. */
export type Manifest = z.output<typeof schema>
export type Part = z.output<typeof part>
export type StoredFile = z.output<typeof stored>

export const MANIFEST = 'manifest.json'
/** Marker file of an incomplete backup. It marks a folder as safe to remove. */
const UNFINISHED = 'manifest.unfinished'

/** @throws BackupError if the folder holds no complete backup of this product */
export const readManifest = (folder: string): Manifest => {
  let text: string
  try {
    text = readFileSync(path.join(folder, MANIFEST), 'utf8')
  } catch {
    throw new BackupError(`${folder} holds no complete backup: it has no ${MANIFEST}.`)
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new BackupError(`${folder} holds no backup that this version can read: its ${MANIFEST} is wrong.`)
  }
}

/** Like `readManifest`, but returns undefined instead of throwing. */
export const findManifest = (folder: string) => {
  try {
    return readManifest(folder)
  } catch {
    return undefined
  }
}

const entriesOf = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export const isComplete = (folder: string) => entriesOf(folder).includes(MANIFEST)

/**
 * Whether the folder is empty or holds only the remains of an interrupted backup, so may be used or removed.
 */
export const isReusable = (folder: string) => {
  const entries = entriesOf(folder)
  return entries.length === 0 || (entries.includes(UNFINISHED) && !entries.includes(MANIFEST))
}

/** Creates the folder, accessible to its owner only, and marks it as an incomplete backup. */
export const beginBackup = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(path.join(folder, UNFINISHED), '', { mode: 0o600 })
}

/** Marks the backup as complete, once all its contents are on disk. */
export const completeBackup = (folder: string, manifest: Manifest) => {
  const unfinished = path.join(folder, UNFINISHED)
  writeFileSync(unfinished, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
  fsyncPath(unfinished)
  renameSync(unfinished, path.join(folder, MANIFEST))
  fsyncPath(folder)
}

/** Empties the folder of a backup. If interrupted, the remains are not taken for a complete backup. */
export const clearBackup = (folder: string) => {
  const entries = entriesOf(folder)
  if (entries.includes(MANIFEST)) renameSync(path.join(folder, MANIFEST), path.join(folder, UNFINISHED))
  for (const name of entries.filter(entry => entry !== MANIFEST && entry !== UNFINISHED))
    rmSync(path.join(folder, name), { recursive: true, force: true })
  rmSync(path.join(folder, UNFINISHED), { force: true })
}
