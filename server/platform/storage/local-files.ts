import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '~/model/errors'
import { type FileStore, StoreUnavailable } from './file-store'

/** Copies a stored file to a path of this machine. @throws FileMissing, StoreUnavailable, also where it breaks off */
export const copyToPath = async (files: FileStore, id: string, to: string, signal?: AbortSignal) => {
  const stored = await files.read(id)
  let broken: Error | undefined
  // The first to fail: where writing fails, the pipeline ends the reading without an error of its own.
  stored.once('error', error => {
    broken = error
  })
  const writing = createWriteStream(to, { mode: 0o600 })
  try {
    await pipeline(stored, writing, { signal })
  } catch (error) {
    if (broken !== error || signal?.aborted || files.pathOf) throw error
    throw new StoreUnavailable(`The file store broke off: ${messageOf(error)}`)
  }
}

/** Calls `use` with the path of a stored file on this machine; a copy is removed afterwards. */
export const withLocalFile = async <T>(
  files: FileStore,
  id: string,
  use: (path: string) => Promise<T>,
): Promise<T> => {
  if (files.pathOf) return use(files.pathOf(id))
  const folder = await mkdtemp(path.join(tmpdir(), 'vecto-file-'))
  try {
    const copy = path.join(folder, id)
    await copyToPath(files, id, copy)
    return await use(copy)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
