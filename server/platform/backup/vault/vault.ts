import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '~/server/platform/config/config'
import { folderVault } from './folder-vault'

export type Finder = { has(name: string): Promise<boolean>; close(): Promise<void> }

/**
 * A place for many backups, on another disk or in a bucket: `backups/<name>/…` and, shared by them since stored
 * files never change, `files/<id>`. An object is there as a whole or not at all.
 */
export type Vault = {
  /** In words, for messages. */
  readonly place: string
  /** The names of all objects that begin with `prefix`, in order. */
  list(prefix: string): AsyncIterable<string>
  /** Whether it has objects, which are asked for in the order of their names, all beginning with `prefix`. */
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
