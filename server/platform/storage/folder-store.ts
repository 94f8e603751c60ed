import { createReadStream, mkdirSync } from 'node:fs'
import { copyFile, link, open, opendir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FileStore as TusFolder } from '@tus/file-store'
import type { DiskSpace } from '~/server/platform/disk/disk-space'
import { fsyncLater } from '~/server/platform/disk/durable'
import { type ByteRange, FileMissing, type FileStore, isFileId, requireFileId } from './file-store'

const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const missing = (id: string) => (error: unknown) => {
  throw isAbsent(error) ? new FileMissing(`There is no file ${id}`) : error
}

/** Copies where rename fails: the file may be on another disk than the store. */
const move = async (from: string, to: string) => {
  try {
    await rename(from, to)
  } catch {
    await copyFile(from, to)
    await rm(from)
  }
}

/** Stores files in a flat folder, named by id. */
export const folderStore = (folder: string, disk: Pick<DiskSpace, 'usableBytes'>) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string) => path.join(folder, requireFileId(id))
  const sync = async (id: string) => {
    await fsyncLater(pathOf(id))
    await fsyncLater(folder)
  }
  return {
    pathOf,
    usableBytes: disk.usableBytes,
    check: async () => void (await stat(folder)),
    read: async (id: string, range?: ByteRange) => {
      const file = await open(pathOf(id)).catch(missing(id))
      return createReadStream('', { ...range, fd: file })
    },
    write: async (id: string, bytes: Uint8Array) => {
      await writeFile(pathOf(id), bytes)
      await sync(id)
    },
    adopt: async (from: string, id: string) => {
      await move(from, pathOf(id))
      await sync(id)
    },
    /** Resolves once the file and its directory entry are on disk. */
    sync,
    /** Creates a hard link, or a copy if the file system does not support links. */
    share: (from: string, to: string) =>
      link(pathOf(from), pathOf(to)).catch(() => copyFile(pathOf(from), pathOf(to)).catch(missing(from))),
    size: async (id: string) => (await stat(pathOf(id)).catch(missing(id))).size,
    stamp: async (id: string) => {
      const { size, mtimeMs } = await stat(pathOf(id)).catch(missing(id))
      const written = new Date(Math.round(mtimeMs)).toISOString()
      return { size, written, origin: written }
    },
    /** A copy has the time of its original, which no other write would give it. */
    noteOrigin: async (id: string, origin: string) => {
      const time = new Date(origin)
      await utimes(pathOf(id), time, time)
    },
    modifiedAt: (id: string) =>
      stat(pathOf(id)).then(
        ({ mtime }) => mtime,
        () => undefined,
      ),
    list: async function* () {
      for await (const { name } of await opendir(folder, { bufferSize: 1000 })) if (isFileId(name)) yield name
    },
    remove: async (id: string) => {
      await rm(pathOf(id), { force: true })
      await rm(`${pathOf(id)}.json`, { force: true })
    },
    createUploadStore: () => new TusFolder({ directory: folder }),
  } satisfies FileStore
}
