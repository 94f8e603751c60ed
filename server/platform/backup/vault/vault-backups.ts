import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { MANIFEST } from '~/server/platform/snapshots/manifest'
import { isSnapshotName } from '~/server/platform/snapshots/snapshots'
import { namesIn, type Vault } from './vault'

/** The list of a backup's stored files, never encrypted: what may be removed is found without the key. */
export const FILES = 'files.json'

export type VaultBackup = { readonly name: string; readonly objects: readonly string[] }

const fileIds = z.array(z.string())

const groupedByBackup = (objects: readonly string[]): VaultBackup[] => {
  const nameOf = (object: string) => object.split('/')[1] ?? ''
  // What else lies there is none of ours, and its name must not become a path.
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
  // The manifest first: what is left of an interrupted removal is no backup.
  for (const { objects } of old)
    for (const object of objects.toSorted(
      (a, b) => Number(b.includes(MANIFEST)) - Number(a.includes(MANIFEST)),
    ))
      await vault.remove(object)
  for (const object of await namesIn(vault, 'files/'))
    if (!used.has(object.slice('files/'.length).split('.')[0] ?? '')) await vault.remove(object)
  return complete.length - keep
}
