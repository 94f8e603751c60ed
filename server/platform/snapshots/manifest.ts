import { createHash } from 'node:crypto'
import {
  createReadStream,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { fsyncPath } from '~/server/platform/disk/durable'
import { BackupError } from '~/server/platform/storage/removal'

/** The name of the list in a backup. */
export const LIST = 'files.jsonl'

const storedFile = z.object({
  id: z.string().regex(/^[A-Za-z0-9]{20}$/),
  size: z.number(),
  /** Checksum in base64; empty for a file whose row has none, and for one that is missing. */
  md5: z.string(),
})
export type StoredFile = z.output<typeof storedFile>

/**
 * How a file differs from its database row: it was missing from the store, or had another size or other bytes (`damaged`).
 * A `rescued` file was taken from an earlier backup, and is in this one.
 */
const fault = z.enum(['missing', 'size', 'damaged', 'rescued'])

const listed = storedFile.extend({ fault: fault.optional() })
/** A file that the database names, as it is in the backup. */
export type Listed = z.output<typeof listed>

/** Totals of a list. `count` and `bytes` are of the files in the backup, without those that are missing. */
const totals = z.object({
  count: z.number(),
  bytes: z.number(),
  faults: z.object({
    missing: z.number(),
    size: z.number(),
    /** Absent in lists of versions that compared no checksums. */
    damaged: z.number().default(0),
    rescued: z.number(),
  }),
})
type Totals = z.output<typeof totals>

const totalOf = () => {
  const total: Totals = { count: 0, bytes: 0, faults: { missing: 0, size: 0, damaged: 0, rescued: 0 } }
  const add = ({ size, fault: why }: Listed) => {
    if (why) total.faults[why] += 1
    if (why === 'missing') return
    total.count += 1
    total.bytes += size
  }
  return { total, add }
}

/** Number of files that differ from their database row. */
export const faultyOf = ({ faults }: Totals) => faults.missing + damagedOf({ faults }) + faults.rescued

/** Number of files whose bytes differ from those that the database has recorded. */
export const damagedOf = ({ faults }: Pick<Totals, 'faults'>) => faults.size + faults.damaged

/** Writes a list, one file a line in the order of ids, which need not be in memory together. */
export const createList = async (file: string) => {
  const [handle, hash, { total, add }] = [await open(file, 'w', 0o600), createHash('sha256'), totalOf()]
  let size = 0
  return {
    add: async (files: readonly Listed[]) => {
      const lines = Buffer.from(files.map(one => `${JSON.stringify(one)}\n`).join(''))
      await handle.appendFile(lines)
      hash.update(lines)
      size += lines.length
      files.forEach(add)
    },
    /** Resolves once the list is on the disk. */
    complete: async () => {
      await handle.sync()
      return { files: total, list: { name: path.basename(file), size, sha256: hash.digest('hex') } }
    },
    close: () => handle.close(),
  }
}

/** The lines of a text, as it is read. */
export async function* linesOf(text: Readable) {
  let rest = ''
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

const parse = (line: string, file: string) => {
  try {
    return listed.parse(JSON.parse(line))
  } catch {
    throw new BackupError(`The list of files in ${file} is damaged.`)
  }
}

/** The files of a list, as it is read. */
export async function* readList(file: string): AsyncGenerator<Listed> {
  for await (const line of linesOf(createReadStream(file, { highWaterMark: 1 << 20 })))
    yield parse(line, file)
}

/** A name in the backup's own folder: a foreign manifest must not lead out of it. */
const fileName = z.string().regex(/^\w[\w.-]*$/)
const part = z.object({ name: fileName, size: z.number(), sha256: z.string() })

const head = z.object({
  product: z.literal('vecto-admin'),
  /** Version of the product that created the backup. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations that the database had run: a version that does not know all of them cannot use it. */
  migrations: z.array(z.string()),
  database: part.extend({ kind: z.enum(['embedded', 'postgresql']), heldMs: z.number().optional() }),
  secret: part.optional(),
})

/** The stored files are in a list of their own, which may be too long for memory. */
const current = head.extend({ format: z.literal(2), files: totals, list: part })

/** Before there were lists. */
const former = head.extend({
  format: z.literal(1),
  files: z.array(storedFile),
  faulty: z.array(z.object({ id: storedFile.shape.id, reason: fault })),
})

const schema = z.discriminatedUnion('format', [current, former])

/** The contents of a backup. It is written last: a folder without a manifest is not a backup. */
export type Manifest = z.output<typeof head> & {
  readonly files: Totals
  /** Absent in backups of the former format, whose manifest is the list. */
  readonly list?: Part
}
export type Part = z.output<typeof part>

const formerFiles = ({ files, faulty }: z.output<typeof former>): Listed[] => {
  const reasons = new Map(faulty.map(({ id, reason }) => [id, reason]))
  const missing = faulty.filter(({ reason }) => reason === 'missing')
  return [
    ...files.map(file => ({ ...file, fault: reasons.get(file.id) })),
    ...missing.map(({ id }): Listed => ({ id, size: 0, md5: '', fault: 'missing' })),
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
}

const asManifest = (read: z.output<typeof schema>): Manifest => {
  if (read.format === 2) return read
  const { total, add } = totalOf()
  formerFiles(read).forEach(add)
  return { ...read, files: total }
}

export const MANIFEST = 'manifest.json'
/** Marker file of an incomplete backup. It marks a folder as safe to remove. */
const UNFINISHED = 'manifest.unfinished'

const read = (folder: string) => {
  let text: string
  try {
    const file = path.join(folder, MANIFEST)
    // A symbolic link in a backup may lead anywhere: none is followed.
    if (!lstatSync(file).isFile()) throw new Error('It is no file')
    text = readFileSync(file, 'utf8')
  } catch {
    throw new BackupError(`${folder} holds no complete backup: it has no ${MANIFEST}.`)
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new BackupError(`${folder} holds no backup that this version can read: its ${MANIFEST} is wrong.`)
  }
}

/** @throws BackupError if the folder holds no complete backup of this product */
export const readManifest = (folder: string): Manifest => asManifest(read(folder))

/** The files that the database of a backup names, in the order of their ids. */
export async function* listedIn(folder: string): AsyncGenerator<Listed> {
  const manifest = read(folder)
  if (manifest.format === 1) yield* formerFiles(manifest)
  else yield* readList(path.join(folder, manifest.list.name))
}

/** Files that are in the backup, with their fault. */
export async function* presentIn(folder: string): AsyncGenerator<Listed> {
  for await (const file of listedIn(folder)) if (file.fault !== 'missing') yield file
}

/** Files that are in the backup. */
export async function* storedIn(folder: string): AsyncGenerator<StoredFile> {
  for await (const { fault: why, ...file } of listedIn(folder)) if (why !== 'missing') yield file
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
  writeFileSync(unfinished, `${JSON.stringify({ format: 2, ...manifest }, null, 1)}\n`, { mode: 0o600 })
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
