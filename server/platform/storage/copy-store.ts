import { rm } from 'node:fs/promises'
import path from 'node:path'
import { hashOfStream } from '~/server/platform/disk/durable'
import { FileDamaged, FileMissing, type FileStore, type Stamp } from './file-store'
import { copyToPath, md5OfStored } from './local-files'

/** Files that are copied at the same time. */
const AT_ONCE = 4

export type CopyOptions = {
  /** A folder of this machine for files in transit. */
  readonly scratch: string
  readonly signal: AbortSignal
  /** Also reads files that the target has already, regardless of notes about them. */
  readonly verify?: boolean
  readonly onProgress?: (progress: CopyProgress) => void
}

export type CopyProgress = {
  readonly copied: number
  /** Files that the target has already. */
  readonly skipped: number
  /** Uploads that are not complete: their client sends them again. */
  readonly unfinished: number
  readonly bytes: number
  /** The ids of files that the target had with other bytes of the same number. */
  readonly replaced: readonly string[]
  /** The ids of files that differ after the copy. */
  readonly different: readonly string[]
}

/** A file that was removed while the copy runs is none to copy. */
const unlessMissing = <T>(work: Promise<T>) =>
  work.catch(error => {
    if (error instanceof FileMissing) return undefined
    throw error
  })

const md5In = async (store: FileStore, id: string) => hashOfStream(await store.read(id), 'md5', 'base64')

/** Compares a file's checksum. The connection may corrupt a byte, so a file that differs is read once more. */
const hasMd5 = async (store: FileStore, id: string, expected: string) =>
  (await md5In(store, id)) === expected || (!store.pathOf && (await md5In(store, id)) === expected)

/** One is noted as a copy of the other, and neither was written since. */
const isNoted = (source: Stamp, there: Stamp | undefined) =>
  source.size === there?.size && (there.origin === source.written || source.origin === there.written)

/** An upload that still receives bytes. Files that are no uploads are complete. */
const isUnfinished = async (store: FileStore, id: string) => {
  const upload = await store
    .createUploadStore()
    .getUpload(id)
    .catch(() => undefined)
  return upload !== undefined && upload.offset !== upload.size
}

type Outcome = 'copied' | 'replaced' | 'skipped' | 'unfinished' | 'different' | 'gone'

/** Copies one file, unless the target has it. @returns the outcome */
const copierOf = (from: FileStore, to: FileStore, { scratch, signal, verify = false }: CopyOptions) => {
  /** Uses the checksum that the target store computed on receipt, if it has one, instead of reading the bytes. */
  const isSame = async (id: string, there: Stamp, expected: string) =>
    (!verify && there.md5 === expected) || hasMd5(to, id, expected)

  const copy = async (id: string, { written }: Stamp, done: Outcome): Promise<Outcome> => {
    const local = path.join(scratch, id)
    try {
      const expected = await unlessMissing(copyToPath(from, id, local, { signal }))
      if (expected === undefined) return 'gone'
      await to.adopt(local, id, written)
      if (!(await hasMd5(to, id, expected))) {
        await to.remove(id)
        return 'different'
      }
      await to.noteOrigin?.(id, written)
      return done
    } catch (error) {
      if (error instanceof FileDamaged) return 'different'
      throw error
    } finally {
      await rm(local, { force: true })
    }
  }

  return async (id: string, source: Stamp): Promise<Outcome> => {
    const there = await unlessMissing(to.stamp(id))
    if (!verify && isNoted(source, there)) return 'skipped'
    if (await isUnfinished(from, id)) return 'unfinished'
    if (there?.size !== source.size) return copy(id, source, 'copied')
    const expected = await unlessMissing(md5OfStored(from, id))
    if (expected === undefined) return 'gone'
    if (!(await isSame(id, there, expected))) return copy(id, source, 'replaced')
    await to.noteOrigin?.(id, source.written)
    return 'skipped'
  }
}

/**
 * Copies all complete files from one store to another, and reads each copy again to compare its checksum. A file that
 * the target has is not copied again if it is noted there as a copy of this one, so that an interrupted run can be
 * repeated; without such a note, if it has the same checksum. Both stores may be in use: files never change.
 */
export const copyStore = async (
  from: FileStore,
  to: FileStore,
  options: CopyOptions,
): Promise<CopyProgress> => {
  const progress = { copied: 0, skipped: 0, unfinished: 0, gone: 0, bytes: 0 }
  const named = { replaced: [] as string[], different: [] as string[] }
  const copyOne = copierOf(from, to, options)
  const count = (id: string, outcome: Outcome, size: number) => {
    if (outcome === 'replaced' || outcome === 'different') named[outcome].push(id)
    else progress[outcome] += 1
    if (outcome === 'copied' || outcome === 'replaced') progress.bytes += size
    options.onProgress?.({ ...progress, ...named })
  }
  const visit = async (id: string) => {
    const source = await unlessMissing(from.stamp(id))
    count(id, source ? await copyOne(id, source) : 'unfinished', source?.size ?? 0)
  }
  const ids = from.list()[Symbol.asyncIterator]()
  const work = async () => {
    for (let next = await ids.next(); !next.done; next = await ids.next()) {
      options.signal.throwIfAborted()
      await visit(next.value)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { ...progress, ...named }
}
