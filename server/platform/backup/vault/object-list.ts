import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { linesOf } from '~/server/platform/snapshots/file-list'
import { BackupError } from '~/server/platform/storage/backup-error'
import type { Vault } from './vault'

/**
 * The list of the objects of a backup in a vault, never encrypted: without the key it shows which of them have changed. A JSON
 * array with a line for each, which is read a line at a time.
 */
export const OBJECTS = 'sent/files.json'

/** Bytes of a line of that list, about. */
export const LINE_BYTES = 140

const object = z.object({ name: z.string(), size: z.number(), sha256: z.string() })
/** An object as it was sent: encrypted where the backup is. */
export type SentObject = z.output<typeof object>

/** The checksums and the length of what a stream gives. */
export const digestsOf = async (stream: Readable, signal?: AbortSignal) => {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  let size = 0
  for await (const chunk of stream) {
    signal?.throwIfAborted()
    sha256.update(chunk)
    md5.update(chunk)
    size += chunk.length
  }
  return { size, sha256: sha256.digest('hex'), md5: md5.digest('base64') }
}

/** The list of some objects as JSON, without holding them in memory. */
export async function* jsonOfObjects(objects: AsyncIterable<SentObject>) {
  let before = '[\n'
  for await (const one of objects) {
    yield before + JSON.stringify(one)
    before = ',\n'
  }
  yield before === '[\n' ? '[\n]\n' : '\n]\n'
}

/** @param place for the message @throws BackupError for a list that is damaged */
export async function* readObjects(list: Readable, place: string): AsyncGenerator<SentObject> {
  const parse = (line: string) => {
    try {
      return object.parse(JSON.parse(line.replace(/,$/, '')))
    } catch {
      throw new BackupError(`${place} is damaged.`)
    }
  }
  for await (const line of linesOf(list)) if (line.length > 1) yield parse(line)
}

/** The objects of a backup in the order of their names. Backups of earlier versions have no such list. */
export async function* objectsOf(vault: Vault, backup: string): AsyncGenerator<SentObject> {
  const name = `backups/${backup}/${OBJECTS}`
  const { has, close } = vault.finder(name)
  try {
    if (!(await has(name))) return
  } finally {
    await close()
  }
  yield* readObjects(await vault.get(name), `${name} in ${vault.place}`)
}
