import { constants, existsSync } from 'node:fs'
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fsyncLater, hashOf } from '~/server/platform/disk/durable'
import { forEachOf, inBatches, inOrder } from '~/server/platform/process/iterate'
import {
  createList,
  LIST,
  type Listed,
  readList,
  type StoredFile,
} from '~/server/platform/snapshots/file-list'
import { storedIn } from '~/server/platform/snapshots/manifest'
import type { Snapshot } from '~/server/platform/snapshots/snapshots'
import { FileMissing, type FileStore } from '~/server/platform/storage/file-store'
import { copyToPath } from '~/server/platform/storage/local-files'

/** Files whose lines are written to the list together. */
const BATCH = 1000

export const hasCode = (error: unknown, ...codes: string[]) =>
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

/** The database stores the MD5 of a record's file, but none of a thumbnail. */
const md5Of = async (file: StoredFile, at: string, before: StoredFile | undefined) =>
  file.md5 || before?.md5 || (await hashOf(at, 'md5', 'base64'))

/** Each returns false for a file that is missing. */
type Access = {
  /** Asked in the order of ids. */
  readonly has: (id: string) => Promise<boolean>
  readonly close: () => Promise<void>
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

const accessTo = (store: FileStore): Access => {
  const { pathOf } = store
  if (pathOf)
    return {
      has: async id => existsSync(pathOf(id)),
      close: async () => undefined,
      link: (id, to) => tryLink(pathOf(id), to),
      copy: (id, to) => tryCopy(pathOf(id), to),
    }
  const { find, close } = inOrder(store.list(), id => id)
  return {
    has: async id => (await find(id)) !== undefined,
    close,
    link: async () => false,
    copy: (id, to) => download(store, id, to),
  }
}

/** The files of the previous backup, as far as its list can be read: a damaged one must not prevent the next backup. */
async function* earlierIn({ folder }: Snapshot) {
  try {
    yield* storedIn(folder)
  } catch {
    // Its files are then copied anew.
  }
}

type Planned = {
  readonly file: StoredFile
  /** The same file in the previous backup. */
  readonly before: StoredFile | undefined
  /** Asked only where the previous backup has it. */
  readonly isThere: boolean
}

type Places = { readonly access: Access; readonly into: string; readonly earlier: string }

/** @returns what is wrong with it */
const place = async ({ access, earlier }: Places, { file, before, isThere }: Planned, to: string) => {
  if (await access.link(file.id, to)) return undefined
  if (before?.size === file.size && (await tryLink(path.join(earlier, file.id), to)))
    return isThere ? undefined : 'rescued'
  return (await access.copy(file.id, to)) ? undefined : 'missing'
}

const save = async (places: Places, planned: Planned): Promise<Listed> => {
  const { file, before } = planned
  const to = path.join(places.into, file.id)
  const fault = await place(places, planned, to)
  if (fault === 'missing') return { ...file, md5: '', fault }
  const { size } = await stat(to)
  if (!before) await fsyncLater(to)
  if (size !== file.size) return { ...file, size, md5: await hashOf(to, 'md5', 'base64'), fault: 'size' }
  return { ...file, md5: await md5Of(file, to, before), ...(fault && { fault }) }
}

export type CopyTarget = {
  readonly target: string
  readonly previous: Snapshot | undefined
  readonly signal: AbortSignal
  /** Called with each file that is not as its row says. */
  readonly onFault: (file: Listed) => void
}

/**
 * Adds the stored files to a backup: hard-linked on the same disk, else linked to the previous backup on that
 * disk, else copied. A file that differs from its database row is listed as faulty and does not prevent the
 * others from being saved. Lists are read and written in the order of ids, a part at a time.
 * @param wanted the list of the files that the database names
 */
export const copyFiles = async (
  wanted: string,
  store: FileStore,
  { target, previous, signal, onFault }: CopyTarget,
) => {
  const [into, earlier] = [path.join(target, 'files'), path.join(previous?.folder ?? '', 'files')]
  await mkdir(into, { recursive: true, mode: 0o700 })
  const access = accessTo(store)
  const saved = previous && inOrder(earlierIn(previous), ({ id }) => id)
  const list = await createList(path.join(target, LIST))
  const plan = async (file: StoredFile): Promise<Planned> => {
    const before = await saved?.find(file.id)
    return { file, before, isThere: before === undefined || (await access.has(file.id)) }
  }
  try {
    for await (const batch of inBatches(readList(wanted), BATCH)) {
      const planned: Planned[] = []
      for (const file of batch) planned.push(await plan(file))
      const done = new Map<string, Listed>()
      await forEachOf(planned, signal, async one => {
        done.set(one.file.id, await save({ access, into, earlier }, one))
      })
      const lines = batch.flatMap(({ id }) => done.get(id) ?? [])
      await list.add(lines)
      for (const one of lines) if (one.fault) onFault(one)
    }
    return await list.complete()
  } finally {
    await Promise.all([list.close(), saved?.close(), access.close()])
  }
}
