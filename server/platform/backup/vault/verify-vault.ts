import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { scratchFolder } from '~/server/platform/disk/scratch'
import { forEachOf } from '~/server/platform/process/iterate'
import { MANIFEST, readManifest, storedIn } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/backup-error'
import { StoreUnavailable } from '~/server/platform/storage/file-store'
import {
  chooseBackup,
  type Fetching,
  fetcher,
  isEncrypted,
  openObject,
  requireFittingKey,
  WrongKey,
} from './fetch-backup'
import { digestsOf, objectsOf, type SentObject } from './object-list'
import type { Vault } from './vault'
import { backupsIn, type VaultBackup } from './vault-backups'

export type VaultDamage = {
  readonly backup: string
  /** Objects that were read. */
  readonly count: number
  /** The names of those that are damaged or missing. */
  readonly damaged: readonly string[]
}

const digestsIn = async (vault: Vault, name: string, signal: AbortSignal) => {
  try {
    return await digestsOf(await vault.get(name), signal)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return undefined
  }
}

/** What backups after this one have sent again in place of damaged objects. */
const sentLater = async (
  vault: Vault,
  backup: VaultBackup,
  found: ReadonlyMap<string, string | undefined>,
) => {
  const later = (await backupsIn(vault)).filter(({ name }) => name > backup.name)
  const replaced = new Set<string>()
  for (const { name: other } of later)
    for await (const { name, sha256 } of objectsOf(vault, other))
      if (found.has(name) && found.get(name) === sha256) replaced.add(name)
  return replaced
}

/** Without the private key: each object is compared with the checksum that it was sent with. */
const verifySealed = async (vault: Vault, backup: VaultBackup, signal: AbortSignal): Promise<VaultDamage> => {
  let count = 0
  const different = new Map<string, string | undefined>()
  await forEachOf(objectsOf(vault, backup.name), signal, async ({ name, sha256 }: SentObject) => {
    count += 1
    const found = await digestsIn(vault, name, signal)
    if (found?.sha256 !== sha256) different.set(name, found?.sha256)
  })
  if (count === 0)
    throw new BackupError(
      `The backup ${backup.name} in ${vault.place} has no list of checksums: an earlier version made it. Set BACKUP_IDENTITY_FILE to compare it with its manifest.`,
    )
  const replaced = await sentLater(vault, backup, different)
  return { backup: backup.name, count, damaged: [...different.keys()].filter(name => !replaced.has(name)) }
}

/** With the private key, or unencrypted: each object is compared with the manifest and the list of the backup. */
const verifyOpened = async (vault: Vault, backup: VaultBackup, fetching: Fetching): Promise<VaultDamage> => {
  requireFittingKey(vault, backup, fetching)
  const how = { backup, identities: fetching.identities }
  const fetchTo = fetcher(vault, backup, fetching)
  const from = `backups/${backup.name}`
  const damaged: string[] = []
  const openedDigests = async (name: string) => {
    try {
      return await digestsOf(await openObject(vault, name, how), fetching.signal)
    } catch (error) {
      if (error instanceof WrongKey || error instanceof StoreUnavailable || fetching.signal.aborted)
        throw error
      return undefined
    }
  }
  const folder = await mkdtemp(path.join(scratchFolder(), 'verify-'))
  try {
    await fetchTo(`${from}/${MANIFEST}`, path.join(folder, MANIFEST))
    const { database, secret, list, files } = readManifest(folder)
    const parts = [database, secret, list].flatMap(part => part ?? [])
    for (const { name, sha256 } of parts)
      if ((await openedDigests(`${from}/${name}`))?.sha256 !== sha256) damaged.push(`${from}/${name}`)
    const count = parts.length + files.count
    if (list && damaged.includes(`${from}/${list.name}`)) return { backup: backup.name, count, damaged }
    if (list) await fetchTo(`${from}/${list.name}`, path.join(folder, list.name))
    await forEachOf(storedIn(folder), fetching.signal, async ({ id, size, md5 }) => {
      const found = await openedDigests(`files/${id}`)
      if (found?.size !== size || found.md5 !== md5) damaged.push(`files/${id}`)
    })
    return { backup: backup.name, count, damaged }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Reads a backup of a vault in full: the newest, or that with the given name.
 * @throws BackupError also where its manifest is damaged
 */
export const verifyVault = async (vault: Vault, fetching: Fetching): Promise<VaultDamage> => {
  const backup = await chooseBackup(vault, fetching.name)
  fetching.report(`Reading the backup ${backup.name} in ${vault.place}`)
  return isEncrypted(backup) && fetching.identities.length === 0
    ? verifySealed(vault, backup, fetching.signal)
    : verifyOpened(vault, backup, fetching)
}
