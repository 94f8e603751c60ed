import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { BackupError } from '~/server/platform/storage/backup-error'

/** The name of the list in a backup. */
export const LIST = 'files.jsonl'

export const storedFile = z.object({
  id: z.string().regex(/^[A-Za-z0-9]{20}$/),
  size: z.number(),
  /** In base64; empty for a file whose row has none, and for one that is missing. */
  md5: z.string(),
})
export type StoredFile = z.output<typeof storedFile>

/**
 * Why a file is not as the database says: it was missing from the store, or had another size or other bytes (`damaged`). A
 * rescued one is in the backup nevertheless, taken from an earlier backup.
 */
export const fault = z.enum(['missing', 'size', 'damaged', 'rescued'])

const listed = storedFile.extend({ fault: fault.optional() })
/** A file that the database names, as it is in the backup. */
export type Listed = z.output<typeof listed>

/** What a list holds. `count` and `bytes` are of the files in the backup, without those that are missing. */
export const totals = z.object({
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
export type Totals = z.output<typeof totals>

export const totalOf = () => {
  const total: Totals = { count: 0, bytes: 0, faults: { missing: 0, size: 0, damaged: 0, rescued: 0 } }
  const add = ({ size, fault: why }: Listed) => {
    if (why) total.faults[why] += 1
    if (why === 'missing') return
    total.count += 1
    total.bytes += size
  }
  return { total, add }
}

/** How many files are not as the database says. */
export const faultyOf = ({ faults }: Totals) => faults.missing + damagedOf({ faults }) + faults.rescued

/** How many files have other bytes than the database has recorded. */
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
