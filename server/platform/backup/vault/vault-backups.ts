import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { linesOf, MANIFEST } from '~/server/platform/snapshots/manifest'
import { isSnapshotName } from '~/server/platform/snapshots/snapshots'
import { BackupError } from '~/server/platform/storage/removal'
import { namesIn, type Vault } from './vault'

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

/** The checksums and the length of a stream. */
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

/** The list of a backup's stored files, never encrypted: unused files are found without the key. */
export const FILES = 'files.json'

export type VaultBackup = { readonly name: string; readonly objects: readonly string[] }

const fileIds = z.array(z.string())

const groupedByBackup = (objects: readonly string[]): VaultBackup[] => {
  const nameOf = (object: string) => object.split('/')[1] ?? ''
  // Foreign objects are skipped: their names must not become paths.
  const names = [...new Set(objects.map(nameOf))].filter(isSnapshotName)
  return names.map(name => ({ name, objects: objects.filter(object => nameOf(object) === name) }))
}

const isComplete = ({ objects }: VaultBackup) => objects.some(object => object.includes(`/${MANIFEST}`))

/** When a backup was made, in milliseconds since 1970, by its name, `2026-05-04T10-00-00-000Z`. */
export const timeOf = ({ name }: Pick<VaultBackup, 'name'>) =>
  Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.'))

/** The complete backups of a vault, the newest first: they are named after their time. */
export const backupsIn = async (vault: Vault) =>
  groupedByBackup(await namesIn(vault, 'backups/'))
    .filter(isComplete)
    .sort((a, b) => b.name.localeCompare(a.name))

const filesOf = async (vault: Vault, name: string) =>
  fileIds.parse(await json(await vault.get(`backups/${name}/${FILES}`)))

/**
 * Keeps the newest `keep` backups, and the files that they share. One that is being sent is left alone; remains of
 * interrupted ones that are older than those kept are removed.
 * @returns how many backups were removed
 */
export const pruneVault = async (vault: Vault, keep: number) => {
  const complete = await backupsIn(vault)
  const oldestKept = complete[keep - 1]
  if (!oldestKept) return 0
  const all = groupedByBackup(await namesIn(vault, 'backups/'))
  const [kept, old] = [
    all.filter(({ name }) => name >= oldestKept.name),
    all.filter(({ name }) => name < oldestKept.name),
  ]
  const used = new Set<string>()
  // One list at a time: most ids are in each of them.
  for (const { name } of kept) for (const id of await filesOf(vault, name)) used.add(id)
  // Removes the manifest first, so that the rest of an interrupted removal is no backup.
  for (const { objects } of old)
    for (const object of objects.toSorted(
      (a, b) => Number(b.includes(MANIFEST)) - Number(a.includes(MANIFEST)),
    ))
      await vault.remove(object)
  for (const object of await namesIn(vault, 'files/'))
    if (!used.has(object.slice('files/'.length).split('.')[0] ?? '')) await vault.remove(object)
  return complete.length - keep
}
