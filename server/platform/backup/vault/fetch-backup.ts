import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '~/model/errors'
import { isFileIntact } from '~/server/platform/backup/verify'
import { scratchFolder } from '~/server/platform/disk/scratch'
import { forEachOf } from '~/server/platform/process/concurrency'
import { MANIFEST, readManifest, storedIn } from '~/server/platform/snapshots/manifest'
import { StoreUnavailable } from '~/server/platform/storage/file-store'
import { hashing } from '~/server/platform/storage/local-files'
import { BackupError } from '~/server/platform/storage/removal'
import { decrypt, ENCRYPTED } from './encryption'
import type { Vault } from './vault'
import { backupsIn, digestsOf, objectsOf, type SentObject, type VaultBackup } from './vault-backups'

type Fetching = {
  /** The name of a backup; absent: the newest. */
  readonly name: string | undefined
  /** The private keys: that of the backup, and earlier ones of files that it shares. None: it must not be encrypted. */
  readonly identities: readonly string[]
  readonly signal: AbortSignal
  readonly report: (step: string) => void
}

const chooseBackup = async (vault: Vault, name: string | undefined) => {
  const all = await backupsIn(vault)
  const found = name === undefined ? all[0] : all.find(backup => backup.name === name)
  if (found) return found
  const there = all.length > 0 ? `It has ${all.map(backup => backup.name).join(', ')}.` : 'It has none.'
  throw new BackupError(`${vault.place} has no complete backup${name ? ` ${name}` : ''}. ${there}`)
}

/** No key fits. Files that a backup shares with earlier ones are encrypted for the key of that time. */
class WrongKey extends BackupError {}

const decrypted = async (vault: Vault, name: string, identities: readonly string[]) => {
  const content = await vault.get(name)
  try {
    return await decrypt(content, identities)
  } catch (error) {
    // A changed or truncated object counts as damaged; the others can still be restored.
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
const openObject = async (vault: Vault, name: string, { backup, identities }: Opening) => {
  if (!isEncrypted(backup)) return vault.get(name)
  try {
    return await decrypted(vault, name + ENCRYPTED, identities)
  } catch (error) {
    if (error instanceof WrongKey && (await isChanged(vault, backup, name + ENCRYPTED)))
      throw new BackupError(`${name} is damaged in the backup. Restore another one.`)
    throw error
  }
}

/** Number of attempts to fetch an object whose checksum differs: the connection may have corrupted it. */
const ATTEMPTS = 2

const fetcher = (vault: Vault, backup: VaultBackup, { identities, signal }: Fetching) => {
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

const isEncrypted = ({ objects }: VaultBackup) => objects.some(name => name.endsWith(MANIFEST + ENCRYPTED))

/** Skips damaged and missing files: the restore lists all of them in one report. */
const leaveOut = (error: unknown) => {
  if (!(error instanceof BackupError) || error instanceof WrongKey) throw error
}

const requireFittingKey = (vault: Vault, backup: VaultBackup, fetching: Fetching) => {
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

type VaultDamage = {
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

/** Names of damaged objects that later backups have sent again. */
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

/** Compares each object with the checksum that it was sent with. Needs no private key. */
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

/** Compares each object with the manifest and the list of the backup. An encrypted backup needs the private key. */
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
