import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '~/model/errors'
import { isFileIntact } from '~/server/platform/backup/verify'
import { forEachOf } from '~/server/platform/process/iterate'
import { MANIFEST, readManifest, storedIn } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/backup-error'
import { StoreUnavailable } from '~/server/platform/storage/file-store'
import { hashing } from '~/server/platform/storage/local-files'
import { decrypt, ENCRYPTED } from './encryption'
import { digestsOf, objectsOf } from './object-list'
import type { Vault } from './vault'
import { backupsIn, type VaultBackup } from './vault-backups'

export type Fetching = {
  /** The name of a backup; absent: the newest. */
  readonly name: string | undefined
  /** The private keys: that of the backup, and earlier ones of files that it shares. None: it must not be encrypted. */
  readonly identities: readonly string[]
  readonly signal: AbortSignal
  readonly report: (step: string) => void
}

export const chooseBackup = async (vault: Vault, name: string | undefined) => {
  const all = await backupsIn(vault)
  const found = name === undefined ? all[0] : all.find(backup => backup.name === name)
  if (found) return found
  const there = all.length > 0 ? `It has ${all.map(backup => backup.name).join(', ')}.` : 'It has none.'
  throw new BackupError(`${vault.place} has no complete backup${name ? ` ${name}` : ''}. ${there}`)
}

/** No key fits. Files that a backup shares with earlier ones are encrypted for the key of that time. */
export class WrongKey extends BackupError {}

const decrypted = async (vault: Vault, name: string, identities: readonly string[]) => {
  const content = await vault.get(name)
  try {
    return await decrypt(content, identities)
  } catch (error) {
    // What was changed or cut off is damage, and leaves the rest to be restored.
    if (!messageOf(error).includes('no identity matched')) throw error
    throw new WrongKey(
      `${name} in ${vault.place} cannot be decrypted (${messageOf(error)}). The file of BACKUP_IDENTITY_FILE takes the private keys of all that were BACKUP_RECIPIENT when files were sent, one a line.`,
    )
  }
}

/** An object that was changed fails while it is decrypted; errors of connections and disks have a code. */
const asDamage = (name: string) => (error: Error) => {
  throw 'code' in error || error instanceof BackupError || error instanceof StoreUnavailable
    ? error
    : new BackupError(`${name} is damaged in the backup (${error.message}). Restore another one.`)
}

/** Whether an object is another than was sent. */
const isChanged = async (vault: Vault, backup: VaultBackup, name: string) => {
  for await (const sent of objectsOf(vault, backup.name))
    if (sent.name === name) return (await digestsOf(await vault.get(name))).sha256 !== sent.sha256
  return false
}

type Opening = { readonly backup: VaultBackup; readonly identities: readonly string[] }

/**
 * An object as it was before it was encrypted.
 * @throws WrongKey, but not for an object whose changed beginning looks as if it were encrypted for another key
 */
export const openObject = async (vault: Vault, name: string, { backup, identities }: Opening) => {
  if (!isEncrypted(backup)) return vault.get(name)
  try {
    return await decrypted(vault, name + ENCRYPTED, identities)
  } catch (error) {
    if (error instanceof WrongKey && (await isChanged(vault, backup, name + ENCRYPTED)))
      throw new BackupError(`${name} is damaged in the backup. Restore another one.`)
    throw error
  }
}

/** How often an object is fetched whose bytes are not the expected ones: a connection may have changed one. */
const ATTEMPTS = 2

export const fetcher = (vault: Vault, backup: VaultBackup, { identities, signal }: Fetching) => {
  const fetchOnce = async (name: string, to: string) => {
    const opening = openObject(vault, name, { backup, identities })
    const [stored, hash] = [await opening.catch(asDamage(name)), createHash('md5')]
    const file = createWriteStream(`${to}.partial`, { mode: 0o600 })
    await pipeline(stored, hashing(hash), file, { signal }).catch(asDamage(name))
    return hash.digest('base64')
  }
  return async (name: string, to: string, md5?: string) => {
    let left = ATTEMPTS
    let found = await fetchOnce(name, to)
    while (md5 !== undefined && found !== md5 && --left > 0) found = await fetchOnce(name, to)
    await rename(`${to}.partial`, to)
    if (md5 !== undefined && found !== md5)
      throw new BackupError(`${name} is damaged in the backup. Restore another one.`)
  }
}

export const isEncrypted = ({ objects }: VaultBackup) =>
  objects.some(name => name.endsWith(MANIFEST + ENCRYPTED))

/** Restoring says which files are damaged or missing, all at once. */
const leaveOut = (error: unknown) => {
  if (!(error instanceof BackupError) || error instanceof WrongKey) throw error
}

export const requireFittingKey = (vault: Vault, backup: VaultBackup, fetching: Fetching) => {
  if (isEncrypted(backup) && fetching.identities.length === 0)
    throw new BackupError(
      `The backups in ${vault.place} are encrypted: set BACKUP_IDENTITY_FILE to the file with their private key.`,
    )
  if (fetching.identities.length > 0 && !isEncrypted(backup))
    throw new BackupError(
      `The backup ${backup.name} in ${vault.place} is not encrypted, although BACKUP_IDENTITY_FILE is set: somebody else may have put it there. Unset it to restore this one all the same.`,
    )
}

/**
 * Fetches a backup of a vault to this machine. Repeated after an interruption it goes on: files that are there, with their
 * checksum, are not fetched again, and restoring compares the checksums of all.
 * @returns the folder of the backup, inside `into`
 * @throws BackupError
 */
export const fetchBackup = async (vault: Vault, into: string, fetching: Fetching) => {
  const backup = await chooseBackup(vault, fetching.name)
  requireFittingKey(vault, backup, fetching)
  const fetchTo = fetcher(vault, backup, fetching)
  const folder = path.join(into, backup.name)
  const from = `backups/${backup.name}`
  await mkdir(path.join(folder, 'files'), { recursive: true, mode: 0o700 })
  await fetchTo(`${from}/${MANIFEST}`, path.join(folder, MANIFEST))
  const { database, secret, list, files } = readManifest(folder)
  fetching.report(`Fetching ${files.count} file(s) and the database of ${backup.name}`)
  for (const part of [database, secret, list])
    if (part) await fetchTo(`${from}/${part.name}`, path.join(folder, part.name))
  await forEachOf(storedIn(folder), fetching.signal, async file => {
    const to = path.join(folder, 'files', file.id)
    if (!(await isFileIntact(to, file))) await fetchTo(`files/${file.id}`, to, file.md5).catch(leaveOut)
  })
  return folder
}
