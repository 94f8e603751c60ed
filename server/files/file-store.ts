import { createReadStream, mkdirSync } from 'node:fs'
import { copyFile, link, open, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where files live, by the id of their row in `files`. */
export type FileStore = ReturnType<typeof folderStore>

const ID = /^[A-Za-z0-9]{20}$/

/** Waits until the disk holds what was written: an acknowledged file survives a power cut. */
const syncPath = async (target: string) => {
  const handle = await open(target, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files in a folder, flat, named by id: nothing of a person's file name reaches the disk. */
export const folderStore = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string) => {
    if (!ID.test(id)) throw new Error(`Not a file id: ${id}`)
    return path.join(folder, id)
  }
  const sync = async (id: string) => {
    await syncPath(pathOf(id))
    await syncPath(folder)
  }
  return {
    folder,
    pathOf,
    read: (id: string) => createReadStream(pathOf(id)),
    write: async (id: string, bytes: Uint8Array) => {
      await writeFile(pathOf(id), bytes)
      await sync(id)
    },
    /** Returns once the file and its name are on the disk. */
    sync,
    /** The ids of all files there are, whole or not. */
    ids: async () => (await readdir(folder)).filter(name => ID.test(name)),
    /** When its last byte came; undefined where there is no such file. */
    modifiedAt: (id: string) =>
      stat(pathOf(id)).then(
        ({ mtime }) => mtime,
        () => undefined,
      ),
    /** Bytes that can still be written. */
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    /** Another name for the same bytes, or a copy where the disk cannot do that. */
    share: (from: string, to: string) =>
      link(pathOf(from), pathOf(to)).catch(() => copyFile(pathOf(from), pathOf(to))),
    size: async (id: string) => (await stat(pathOf(id))).size,
    remove: async (id: string) => {
      await rm(pathOf(id), { force: true })
      await rm(`${pathOf(id)}.json`, { force: true })
    },
  }
}
