import { rm } from 'node:fs/promises'
import path from 'node:path'
import { hashOf, hashOfStream } from '~/server/platform/disk/durable'
import { FileMissing, type FileStore } from './file-store'
import { copyToPath } from './local-files'

/** Files that are copied at the same time. */
const AT_ONCE = 4

export type CopyOptions = {
  /** A folder of this machine for files on their way. */
  readonly scratch: string
  readonly signal: AbortSignal
  readonly onProgress?: (progress: CopyProgress) => void
}

export type CopyProgress = {
  readonly copied: number
  /** Files that the target has already. */
  readonly skipped: number
  /** Uploads that are not complete: their client sends them again. */
  readonly unfinished: number
  readonly bytes: number
  /** The ids of files that differ after the copy. */
  readonly different: readonly string[]
}

/** A file that was removed while the copy runs is none to copy. */
const unlessMissing = (error: unknown) => {
  if (error instanceof FileMissing) return false
  throw error
}

const sizeIn = async (store: FileStore, id: string) => {
  try {
    return await store.size(id)
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    throw error
  }
}

/** An upload that still receives bytes. Files that are no uploads are complete. */
const isUnfinished = async (store: FileStore, id: string) => {
  const upload = await store
    .createUploadStore()
    .getUpload(id)
    .catch(() => undefined)
  return upload !== undefined && upload.offset !== upload.size
}

/**
 * Copies all complete files from one store to another, and reads each copy again to compare its checksum. A file that
 * the target has in the same size is not copied again, so that an interrupted run can be repeated. Both stores may be
 * in use meanwhile: files never change.
 */
export const copyStore = async (
  from: FileStore,
  to: FileStore,
  { scratch, signal, onProgress = () => undefined }: CopyOptions,
): Promise<CopyProgress> => {
  let progress: CopyProgress = { copied: 0, skipped: 0, unfinished: 0, bytes: 0, different: [] }
  const count = (more: Partial<CopyProgress>) => {
    progress = { ...progress, ...more }
    onProgress(progress)
  }
  const copy = async (id: string, size: number) => {
    const local = path.join(scratch, id)
    const isThere = await copyToPath(from, id, local, signal).then(() => true, unlessMissing)
    if (!isThere) return
    const expected = await hashOf(local, 'md5', 'base64')
    await to.adopt(local, id)
    const isSame = (await hashOfStream(await to.read(id), 'md5', 'base64')) === expected
    if (isSame) return count({ copied: progress.copied + 1, bytes: progress.bytes + size })
    await to.remove(id)
    count({ different: [...progress.different, id] })
  }
  const visit = async (id: string) => {
    const size = await sizeIn(from, id)
    if (size !== undefined && (await sizeIn(to, id)) === size) return count({ skipped: progress.skipped + 1 })
    if (size === undefined || (await isUnfinished(from, id)))
      return count({ unfinished: progress.unfinished + 1 })
    return copy(id, size).finally(() => rm(path.join(scratch, id), { force: true }))
  }
  const ids = from.list()[Symbol.asyncIterator]()
  const work = async () => {
    for (let next = await ids.next(); !next.done; next = await ids.next()) {
      signal.throwIfAborted()
      await visit(next.value)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return progress
}
