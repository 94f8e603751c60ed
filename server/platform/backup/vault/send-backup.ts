import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Reading, turnSince } from '~/server/platform/backup/file-copy'
import { forEachOf, inBatches, inOrder } from '~/server/platform/process/concurrency'
import {
  MANIFEST,
  type Manifest,
  type Part,
  readManifest,
  type StoredFile,
  storedIn,
} from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/removal'
import { ENCRYPTED, encrypt } from './encryption'
import type { Vault } from './vault'
import {
  backupsIn,
  digestsOf,
  FILES,
  jsonOfObjects,
  LINE_BYTES,
  OBJECTS,
  objectsOf,
  readObjects,
  type SentObject,
  timeOf,
} from './vault-backups'

type Sending = {
  /** Absent: nothing is encrypted. */
  readonly recipient: string | undefined
  /** Objects of the vault that are read, and sent again if they have changed. */
  readonly reading: Reading
  readonly signal: AbortSignal
  readonly report: (step: string) => void
}

type Checksum = {
  readonly algorithm: 'md5' | 'sha256'
  readonly encoding: 'base64' | 'hex'
  readonly value: string
}

const checksumOf = ({ md5 }: StoredFile): Checksum => ({ algorithm: 'md5', encoding: 'base64', value: md5 })
const checksumOfPart = ({ sha256 }: Part): Checksum => ({
  algorithm: 'sha256',
  encoding: 'hex',
  value: sha256,
})

/** Sends files of this machine, and compares the bytes that were read with the checksum in the backup. */
const sender =
  (vault: Vault, { recipient, signal }: Sending) =>
  async (file: string, name: string, expected?: Checksum): Promise<SentObject> => {
    const { size } = await stat(file)
    const read = createHash(expected?.algorithm ?? 'md5')
    const sent = createHash('sha256')
    const plain = async function* () {
      for await (const chunk of createReadStream(file, { signal, highWaterMark: 1 << 20 })) {
        read.update(chunk)
        yield chunk
      }
    }
    const content = Readable.from(plain())
    const stored = recipient ? await encrypt(content, recipient) : content
    const to = recipient ? name + ENCRYPTED : name
    let bytes = 0
    const counted = async function* () {
      for await (const chunk of stored) {
        sent.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    await vault.put(to, Readable.from(counted()), size)
    if (expected && read.digest(expected.encoding) !== expected.value) {
      await vault.remove(to)
      throw new BackupError(
        `${file} is damaged: it has changed since it was backed up. Run the backup again.`,
      )
    }
    return { name: to, size: bytes, sha256: sent.digest('hex') }
  }

const partsOf = ({ database, secret, list }: Manifest) => [database, secret, list].flatMap(part => part ?? [])

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
/** Files whose lines are written to the list of objects together. */
const BATCH = 1000

type Planned = {
  readonly file: StoredFile
  readonly name: string
  readonly isThere: boolean
  /** The object as an earlier backup sent it. */
  readonly earlier: SentObject | undefined
}

/** A damaged list of an earlier backup must not prevent the next one. */
async function* earlierObjects(vault: Vault, backup: string) {
  try {
    yield* objectsOf(vault, backup)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
  }
}

/** Matches the files of a backup with the objects of the vault, in the order of their ids. */
async function* plannedFiles(
  vault: Vault,
  folder: string,
  { recipient }: Sending,
  before: string | undefined,
) {
  const objects = vault.finder('files/')
  const earlier =
    before === undefined ? undefined : inOrder(earlierObjects(vault, before), ({ name }) => name)
  try {
    for await (const file of storedIn(folder)) {
      const name = `files/${file.id}${recipient ? ENCRYPTED : ''}`
      const isThere = await objects.has(name)
      yield { file, name, isThere, earlier: await earlier?.find(name) } satisfies Planned
    }
  } finally {
    await Promise.all([objects.close(), earlier?.close()])
  }
}

const isAnyMissing = async (vault: Vault, folder: string, sending: Sending) => {
  for await (const { isThere } of plannedFiles(vault, folder, sending, undefined)) if (!isThere) return true
  return false
}

/** Whether an object of the vault is identical to the sent one, as far as that can be known. */
const isIntact = async (vault: Vault, { name, file, earlier }: Planned, { recipient, signal }: Sending) => {
  const found = await digestsOf(await vault.get(name), signal)
  if (earlier) return found.sha256 === earlier.sha256
  return !recipient && found.md5 === file.md5
}

/** An encrypted object without a checksum, of an earlier version or an interrupted backup, is replaced when its turn comes. */
const isRead = (
  { file, earlier }: Planned,
  { recipient, reading }: Sending,
  isTurn: (id: string) => boolean,
) => isTurn(file.id) || (reading === 'all' && (earlier !== undefined || !recipient))

/** @returns how many files were sent */
const sendFiles = async (folder: string, vault: Vault, sending: Sending, objects: string) => {
  const { signal, report } = sending
  const send = sender(vault, sending)
  const [newest] = await backupsIn(vault)
  // Without a complete backup, existing objects come from a recently interrupted one.
  const isTurn = newest ? turnSince('turns', timeOf(newest)) : () => false
  let sent = 0
  const place = async (planned: Planned): Promise<SentObject | undefined> => {
    const { file, name, isThere, earlier } = planned
    if (isThere && !isRead(planned, sending, isTurn)) return earlier
    if (isThere && (await isIntact(vault, planned, sending))) return earlier
    if (isThere && earlier) report(`${name} in ${vault.place} is damaged, and sent again`)
    sent += 1
    return send(path.join(folder, 'files', file.id), `files/${file.id}`, checksumOf(file))
  }
  const lines = async function* () {
    for await (const batch of inBatches(plannedFiles(vault, folder, sending, newest?.name), BATCH)) {
      const placed = new Map<string, SentObject | undefined>()
      await forEachOf(batch, signal, async one => void placed.set(one.name, await place(one)))
      for (const { name } of batch) {
        const object = placed.get(name)
        if (object) yield `${JSON.stringify(object)}\n`
      }
    }
  }
  await pipeline(lines, createWriteStream(objects, { mode: 0o600 }))
  return sent
}

/**
 * Sends a complete backup of this machine to a vault. Files that it has already are not sent again, unless they have changed
 * there; the manifest is sent last, so that an interrupted backup is none, and its files serve the next one.
 * @returns how many files were sent
 */
export const sendBackup = async (folder: string, vault: Vault, sending: Sending) => {
  const { report } = sending
  const manifest = readManifest(folder)
  const { count } = manifest.files
  const send = sender(vault, sending)
  const into = `backups/${path.basename(folder)}`
  // Sent first: a removal of old backups at the same time then keeps these files.
  await vault.put(`${into}/${FILES}`, Readable.from(jsonOfIds(folder)), count * ID_BYTES)
  report(`Sending what ${vault.place} does not have of ${count} file(s), and the database`)
  const sentFiles = path.join(folder, 'sent.jsonl')
  try {
    const sent = await sendFiles(folder, vault, sending, sentFiles)
    if (await isAnyMissing(vault, folder, sending))
      throw new BackupError(`Files were removed from ${vault.place} meanwhile. Run the backup again.`)
    const parts: SentObject[] = []
    for (const part of partsOf(manifest))
      parts.push(await send(path.join(folder, part.name), `${into}/${part.name}`, checksumOfPart(part)))
    const objects = async function* () {
      yield* parts
      yield* readObjects(createReadStream(sentFiles), sentFiles)
    }
    const list = Readable.from(jsonOfObjects(objects()))
    await vault.put(`${into}/${OBJECTS}`, list, (count + parts.length) * LINE_BYTES)
    await send(path.join(folder, MANIFEST), `${into}/${MANIFEST}`)
    report(`Sent ${sent} of ${count} file(s)`)
    return sent
  } finally {
    await rm(sentFiles, { force: true })
  }
}
