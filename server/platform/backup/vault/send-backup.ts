import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { forEachOf, inBatches } from '~/server/platform/process/iterate'
import { MANIFEST, type Manifest, readManifest, storedIn } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/backup-error'
import { ENCRYPTED, encrypt } from './encryption'
import type { Vault } from './vault'

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

const partsOf = ({ database, secret, list }: Manifest) =>
  [database, secret, list].flatMap(part => part?.name ?? [])

/** A list of ids as JSON, without holding them in memory. */
async function* jsonOfIds(folder: string) {
  let before = '['
  for await (const ids of inBatches(storedIn(folder), 1000)) {
    yield `${before}${ids.map(({ id }) => JSON.stringify(id)).join()}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** The bytes of an id in that list. */
const ID_BYTES = 23

/** The files of a backup that the vault does not have. */
async function* missingIn(vault: Vault, folder: string, recipient: string | undefined) {
  const { has, close } = vault.finder('files/')
  try {
    for await (const { id } of storedIn(folder))
      if (!(await has(`files/${id}${recipient ? ENCRYPTED : ''}`))) yield id
  } finally {
    await close()
  }
}

const isAnyMissing = async (...vault: Parameters<typeof missingIn>) => {
  for await (const _id of missingIn(...vault)) return true
  return false
}

/**
 * Sends a complete backup of this machine to a vault. Files that it has already are not sent again; the manifest is sent
 * last, so that an interrupted backup is none, and its files serve the next one.
 * @returns how many files were sent
 */
export const sendBackup = async (folder: string, vault: Vault, sending: Sending) => {
  const { signal, recipient, report } = sending
  const manifest = readManifest(folder)
  const { count } = manifest.files
  const send = sender(vault, sending)
  const into = `backups/${path.basename(folder)}`
  // First, so that whoever removes old backups meanwhile leaves this one's files alone.
  await vault.put(`${into}/${FILES}`, Readable.from(jsonOfIds(folder)), count * ID_BYTES)
  report(`Sending what ${vault.place} does not have of ${count} file(s), and the database`)
  let sent = 0
  await forEachOf(missingIn(vault, folder, recipient), signal, async id => {
    await send(path.join(folder, 'files', id), `files/${id}`)
    sent += 1
  })
  if (await isAnyMissing(vault, folder, recipient))
    throw new BackupError(`Files were removed from ${vault.place} meanwhile. Run the backup again.`)
  for (const name of partsOf(manifest)) await send(path.join(folder, name), `${into}/${name}`)
  await send(path.join(folder, MANIFEST), `${into}/${MANIFEST}`)
  report(`Sent ${sent} of ${count} file(s)`)
  return sent
}
