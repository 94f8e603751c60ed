import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '~/server/platform/config/config'
import { fsyncLater } from '~/server/platform/disk/durable'
import { BackupError } from '~/server/platform/storage/removal'

export type Finder = { has(name: string): Promise<boolean>; close(): Promise<void> }

/**
 * Storage for many backups, on another disk or in a bucket: `backups/<name>/…` and, shared by them since stored
 * files never change, `files/<id>`. Objects are written atomically.
 */
export type Vault = {
  /** Description for messages. */
  readonly place: string
  /** The names of all objects that begin with `prefix`, in order. */
  list(prefix: string): AsyncIterable<string>
  /** Checks whether objects exist. Their names begin with `prefix` and must be requested in order. */
  finder(prefix: string): Finder
  /** @param size bytes to come, about */
  put(name: string, content: Readable, size: number): Promise<void>
  /** @throws BackupError if there is no such object */
  get(name: string): Promise<Readable>
  remove(name: string): Promise<void>
}

const inBucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(.*)$/

export const isBucket = (target: string) => target.startsWith('s3://')

/** @throws Error for an address of a bucket that is none */
export const openVault = async (target: string, config: Config): Promise<Vault> => {
  if (!isBucket(target)) return folderVault(path.resolve(target))
  const [, bucket, prefix = ''] = inBucket.exec(target) ?? []
  if (!bucket) throw new Error(`${target} is no bucket: it takes s3://bucket/prefix.`)
  const { s3Vault } = await import('./s3-vault')
  return s3Vault(bucket, prefix, config)
}

export const namesIn = async (vault: Vault, prefix: string) => {
  const names: string[] = []
  for await (const name of vault.list(prefix)) names.push(name)
  return names
}

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
    // Opened before any byte is read: a stream that opens its file itself may create it after the removal below.
    const partial = await open(file + PARTIAL, 'w', 0o600)
    try {
      await pipeline(content, partial.createWriteStream())
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
