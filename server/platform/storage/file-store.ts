import { createReadStream, mkdirSync } from 'node:fs'
import { copyFile, link, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fsyncLater } from '~/server/platform/disk/durable'

/** Storage of files, by the id of their row in `files`. */
export type FileStore = ReturnType<typeof folderStore>

const ID = /^[A-Za-z0-9]{20}$/

/** Stores files in a flat folder, named by id: user-supplied file names never reach the disk. */
export const folderStore = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string) => {
    if (!ID.test(id)) throw new Error(`Not a file id: ${id}`)
    return path.join(folder, id)
  }
  const sync = async (id: string) => {
    await fsyncLater(pathOf(id))
    await fsyncLater(folder)
  }
  return {
    folder,
    pathOf,
    read: (id: string) => createReadStream(pathOf(id)),
    write: async (id: string, bytes: Uint8Array) => {
      await writeFile(pathOf(id), bytes)
      await sync(id)
    },
    /** Resolves once the file and its directory entry are on disk. */
    sync,
    /** The ids of all existing files, complete or not. */
    ids: async () => (await readdir(folder)).filter(name => ID.test(name)),
    /** Time of the last modification; undefined if the file does not exist. */
    modifiedAt: (id: string) =>
      stat(pathOf(id)).then(
        ({ mtime }) => mtime,
        () => undefined,
      ),
    /** Creates a hard link, or a copy if the file system does not support links. */
    share: (from: string, to: string) =>
      link(pathOf(from), pathOf(to)).catch(() => copyFile(pathOf(from), pathOf(to))),
    size: async (id: string) => (await stat(pathOf(id))).size,
    remove: async (id: string) => {
      await rm(pathOf(id), { force: true })
      await rm(`${pathOf(id)}.json`, { force: true })
    },
  }
}
