import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fsyncLater } from '~/server/platform/disk/durable'
import { BackupError } from '~/server/platform/storage/backup-error'
import type { Vault } from './vault'

/** Ends the name of an object that is being written. */
const PARTIAL = '.partial'

const filesIn = async (folder: string) => {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
}

/** A vault in a folder, of another disk or another machine's. */
export const folderVault = (folder: string): Vault => ({
  place: folder,
  list: async function* (prefix) {
    const names = (await filesIn(path.join(folder, prefix))).map(file => path.relative(folder, file))
    yield* names.filter(name => !name.endsWith(PARTIAL)).sort()
  },
  finder: () => ({ has: async name => existsSync(path.join(folder, name)), close: async () => undefined }),
  put: async (name, content) => {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    try {
      await pipeline(content, createWriteStream(file + PARTIAL, { mode: 0o600 }))
    } catch (error) {
      await rm(file + PARTIAL, { force: true })
      throw error
    }
    await fsyncLater(file + PARTIAL)
    await rename(file + PARTIAL, file)
    await fsyncLater(path.dirname(file))
  },
  get: async name => {
    const file = path.join(folder, name)
    if (!existsSync(file)) throw new BackupError(`${file} is missing in the backup.`)
    return createReadStream(file)
  },
  remove: name => rm(path.join(folder, name), { force: true }),
})
