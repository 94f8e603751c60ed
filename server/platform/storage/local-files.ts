import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromBuffer } from 'file-type'
import { messageOf } from '~/model/errors'
import { contentTypeFrom, signatureBytes } from '~/model/file-content'
import { hashOfStream } from '~/server/platform/disk/durable'
import { scratchFolder } from '~/server/platform/disk/scratch'
import { FileDamaged, type FileStore, StoreUnavailable } from './file-store'

type Declared = { readonly declared: string; readonly name: string }

/**
 * @param head the first `signatureBytes` of the file, or all of a smaller one
 * @returns the detected type, and the content type to store: undefined if the declared type is wrong
 */
export const detectedType = async (head: Uint8Array, { declared, name }: Declared) => {
  const found = (await fileTypeFromBuffer(head))?.mime
  return { found, stored: contentTypeFrom({ head, found, declared, name }) }
}

/** The same for a file of the store. */
export const typeOfStored = async (files: Pick<FileStore, 'read'>, id: string, given: Declared) =>
  detectedType(await buffer(await files.read(id, { start: 0, end: signatureBytes - 1 })), given)

/** Number of attempts to read a file whose checksum differs: the connection may have corrupted it. */
const ATTEMPTS = 3

/** Passes bytes on, and adds them to a hash. */
export const hashing = (hash: Hash) =>
  new Transform({
    highWaterMark: 1 << 20,
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })

const receive = async (files: FileStore, id: string, to: string, signal: AbortSignal | undefined) => {
  const stored = await files.read(id)
  const hash = createHash('md5')
  let broken: Error | undefined
  // The first to fail: where writing fails, the pipeline ends the reading without an error of its own.
  stored.once('error', error => {
    broken = error
  })
  const writing = createWriteStream(to, { mode: 0o600 })
  try {
    await pipeline(stored, hashing(hash), writing, { signal })
  } catch (error) {
    if (broken !== error || signal?.aborted || files.pathOf) throw error
    throw new StoreUnavailable(`The file store broke off: ${messageOf(error)}`)
  }
  return hash.digest('base64')
}

type Expected = {
  readonly signal?: AbortSignal
  /** The MD5 of the file in base64, where it is known. */
  readonly md5?: string | undefined
}

/** Whether a copy without a known checksum matches the stored file: by the store's own checksum, or by a second read. */
const isConfirmed = async (files: FileStore, id: string, to: string, md5: string, before?: string) =>
  !files.hasBytes || md5 === before || (await files.hasBytes(id, to)) === true

/**
 * Copies a stored file to a path of this machine, and hashes it on the way. A copy whose MD5 is not the expected one is
 * received again. Where none is known, the store's own checksum counts, or that two readings agree.
 * @returns the MD5 of the copy in base64
 * @throws FileMissing, FileDamaged, StoreUnavailable, also where the store breaks off
 */
export const copyToPath = async (
  files: FileStore,
  id: string,
  to: string,
  { signal, md5 }: Expected = {},
): Promise<string> => {
  let before: string | undefined
  for (let attempt = 1; ; attempt += 1) {
    const received = await receive(files, id, to, signal)
    if (md5 ? received === md5 : await isConfirmed(files, id, to, received, before)) return received
    if (attempt >= ATTEMPTS) throw new FileDamaged(id, received)
    before = received
  }
}

type Readings = Pick<FileStore, 'read' | 'hasBytes'> & Partial<Pick<FileStore, 'stamp'>>

/** The MD5 of a stored file; a file of a remote store is read until two readings agree. */
export const md5OfStored = async (files: Readings, id: string) => {
  const read = async () => hashOfStream(await files.read(id), 'md5', 'base64')
  let md5 = await read()
  if (!files.hasBytes || (await files.stamp?.(id))?.md5 === md5) return md5
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    const again = await read()
    if (again === md5) return md5
    md5 = again
  }
  throw new StoreUnavailable('The file store sends other bytes each time')
}

/** Calls `use` with the path of a stored file on this machine; a copy is removed afterwards. */
export const withLocalFile = async <T>(
  files: FileStore,
  { id, md5 }: { readonly id: string; readonly md5: string | undefined },
  use: (path: string) => Promise<T>,
): Promise<T> => {
  if (files.pathOf) return use(files.pathOf(id))
  const folder = await mkdtemp(path.join(scratchFolder(), 'file-'))
  try {
    const copy = path.join(folder, id)
    await copyToPath(files, id, copy, { md5 })
    return await use(copy)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
