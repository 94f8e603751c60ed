import { constants, existsSync } from 'node:fs'
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fsyncLater, hashOf } from '~/server/platform/disk/durable'
import type { Manifest, StoredFile } from '~/server/platform/snapshots/manifest'
import type { Snapshot } from '~/server/platform/snapshots/snapshots'
import { FileMissing, type FileStore } from '~/server/platform/storage/file-store'
import { copyToPath } from '~/server/platform/storage/local-files'

const AT_ONCE = 8

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)

/** Creates a hard link. @returns false if the file is missing or the file system does not support it */
const tryLink = async (from: string, to: string) => {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) return false
    throw error
  }
}

const tryCopy = async (from: string, to: string) => {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await rm(to, { force: true })
    return false
  }
}

/** Stored files are immutable: a hard link serves as a copy if both paths are on one disk. */
export const linkOrCopy = async (from: string, to: string) =>
  (await tryLink(from, to)) || (await tryCopy(from, to))

/** Runs `work` on all items with limited concurrency, until the signal aborts. */
export const forEachOf = async <T>(
  all: readonly T[],
  signal: AbortSignal,
  work: (one: T) => Promise<void>,
) => {
  const left = all.values()
  const worker = async () => {
    for (const one of left) {
      signal.throwIfAborted()
      await work(one)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** The database stores the MD5 of a record's file, but none of a thumbnail. */
const md5Of = async (file: StoredFile, at: string, before: StoredFile | undefined) =>
  file.md5 || before?.md5 || (await hashOf(at, 'md5', 'base64'))

const idsIn = async (store: FileStore) => {
  const ids = new Set<string>()
  for await (const id of store.list()) ids.add(id)
  return ids
}

/** Each returns false for a file that is missing. */
type Access = {
  readonly has: (id: string) => boolean
  readonly link: (id: string, to: string) => Promise<boolean>
  readonly copy: (id: string, to: string) => Promise<boolean>
}

const download = async (store: FileStore, id: string, to: string) => {
  try {
    await copyToPath(store, id, to)
    return true
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    return false
  }
}

const accessTo = async (store: FileStore): Promise<Access> => {
  const { pathOf } = store
  if (pathOf)
    return {
      has: id => existsSync(pathOf(id)),
      link: (id, to) => tryLink(pathOf(id), to),
      copy: (id, to) => tryCopy(pathOf(id), to),
    }
  const ids = await idsIn(store)
  return { has: id => ids.has(id), link: async () => false, copy: (id, to) => download(store, id, to) }
}

export type Copied = Pick<Manifest, 'files' | 'faulty'>

/**
 * Adds the stored files to a backup: hard-linked on the same disk, else linked to the previous backup on that
 * disk, else copied. A file that differs from its database row is listed as faulty and does not prevent the
 * others from being saved.
 */
export const copyFiles = async (
  files: readonly StoredFile[],
  store: FileStore,
  target: string,
  previous: Snapshot | undefined,
  signal: AbortSignal,
): Promise<Copied> => {
  const into = path.join(target, 'files')
  await mkdir(into, { recursive: true, mode: 0o700 })
  const saved = new Map(previous?.manifest.files.map(file => [file.id, file]))
  const copied: { files: StoredFile[]; faulty: Manifest['faulty'] } = { files: [], faulty: [] }

  const { has, link, copy } = await accessTo(store)
  const place = async (file: StoredFile, to: string, before: StoredFile | undefined) => {
    const earlier = path.join(previous?.folder ?? '', 'files', file.id)
    if (await link(file.id, to)) return true
    if (before?.size !== file.size || !(await tryLink(earlier, to))) return copy(file.id, to)
    if (!has(file.id)) copied.faulty.push({ id: file.id, reason: 'rescued' })
    return true
  }
  await forEachOf(files, signal, async file => {
    const to = path.join(into, file.id)
    const before = saved.get(file.id)
    if (!(await place(file, to, before))) return void copied.faulty.push({ id: file.id, reason: 'missing' })
    const { size } = await stat(to)
    if (!before) await fsyncLater(to)
    if (size === file.size) return void copied.files.push({ ...file, md5: await md5Of(file, to, before) })
    copied.faulty.push({ id: file.id, reason: 'size' })
    copied.files.push({ ...file, size, md5: await hashOf(to, 'md5', 'base64') })
  })
  const byId = (a: StoredFile, b: StoredFile) => (a.id < b.id ? -1 : 1)
  return { files: copied.files.sort(byId), faulty: copied.faulty }
}
