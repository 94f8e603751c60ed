import { createReadStream, mkdirSync } from 'node:fs'
import { copyFile, link, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where files live, by the id of their row in `files`. */
export type FileStore = ReturnType<typeof folderStore>

/** Files in a folder, flat, named by id: nothing of a person's file name reaches the disk. */
export const folderStore = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string) => {
    if (!/^[A-Za-z0-9]{20}$/.test(id)) throw new Error(`Not a file id: ${id}`)
    return path.join(folder, id)
  }
  return {
    folder,
    pathOf,
    read: (id: string) => createReadStream(pathOf(id)),
    write: (id: string, bytes: Uint8Array) => writeFile(pathOf(id), bytes),
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
