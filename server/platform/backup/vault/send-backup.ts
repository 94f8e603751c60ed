import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { forEachOf } from '~/server/platform/backup/file-copy'
import { MANIFEST, type Manifest, readManifest } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/backup-error'
import { ENCRYPTED, encrypt } from './encryption'
import { namesIn, type Vault } from './vault'

/** The list of a backup's stored files, never encrypted: what may be removed is found without the key. */
export const FILES = 'files.json'

type Sending = {
  /** Absent: nothing is encrypted. */
  readonly recipient: string | undefined
  readonly signal: AbortSignal
  readonly report: (step: string) => void
}

const sender =
  (vault: Vault, { recipient, signal }: Sending) =>
  async (file: string, name: string) => {
    const { size } = await stat(file)
    const content = createReadStream(file, { signal })
    if (recipient) await vault.put(name + ENCRYPTED, await encrypt(content, recipient), size)
    else await vault.put(name, content, size)
  }

const partsOf = ({ database, secret }: Manifest) => [database, secret].flatMap(part => part?.name ?? [])

const missingIn = async (vault: Vault, { files }: Manifest, recipient: string | undefined) => {
  const there = new Set(await namesIn(vault, 'files/'))
  return files.filter(({ id }) => !there.has(`files/${id}${recipient ? ENCRYPTED : ''}`))
}

/**
 * Sends a complete backup of this machine to a vault. Files that it has already are not sent again; the manifest is sent
 * last, so that an interrupted backup is none, and its files serve the next one.
 * @returns how many files were sent
 */
export const sendBackup = async (folder: string, vault: Vault, sending: Sending) => {
  const { signal, recipient, report } = sending
  const manifest = readManifest(folder)
  const send = sender(vault, sending)
  const into = `backups/${path.basename(folder)}`
  const ids = JSON.stringify(manifest.files.map(({ id }) => id))
  // First, so that whoever removes old backups meanwhile leaves this one's files alone.
  await vault.put(`${into}/${FILES}`, Readable.from([Buffer.from(ids)]), ids.length)
  const missing = await missingIn(vault, manifest, recipient)
  report(`Sending ${missing.length} of ${manifest.files.length} file(s) and the database to ${vault.place}`)
  await forEachOf(missing, signal, ({ id }) => send(path.join(folder, 'files', id), `files/${id}`))
  if ((await missingIn(vault, manifest, recipient)).length > 0)
    throw new BackupError(`Files were removed from ${vault.place} meanwhile. Run the backup again.`)
  for (const name of partsOf(manifest)) await send(path.join(folder, name), `${into}/${name}`)
  await send(path.join(folder, MANIFEST), `${into}/${MANIFEST}`)
  return missing.length
}
