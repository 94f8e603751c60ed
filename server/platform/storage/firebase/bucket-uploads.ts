import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Bucket, File } from '@google-cloud/storage'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { requireFileId, StoreUnavailable } from '~/server/platform/storage/file-store'
import {
  cutIntoFiles,
  type PartFile,
  refuseFullDisk,
  requirePartRoom,
} from '~/server/platform/storage/part-files'
import { ask, boundOf, objectsIn, readObject, removeObject, unlessMissing } from './bucket-client'

/** Objects of files; anything else in the bucket is none of a record. */
export const FILES = 'files/'

/** The name of a file's object. What an upload keeps until it is complete has names below it. */
export const nameOf = (id: string) => FILES + requireFileId(id)

/** No object is served under a type that its sender chose: links state the type that was detected. */
export const CONTENT = 'application/octet-stream'

/** Bytes of a part. */
const PART = 8 * 1024 ** 2
/** Digits of the offset in the name of a part. */
const DIGITS = 15
/** Parts that are removed at the same time. */
const AT_ONCE = 16

const infoName = (id: string) => `${nameOf(id)}/info`
const partName = (id: string, offset: number) => `${nameOf(id)}/${String(offset).padStart(DIGITS, '0')}`

type Part = { readonly file: File; readonly offset: number; readonly size: number }

const partIn = (id: string, file: File): Part | undefined => {
  const [, offset] = /^(\d+)$/.exec(file.name.slice(nameOf(id).length + 1)) ?? []
  return offset === undefined
    ? undefined
    : { file, offset: Number(offset), size: Number(file.metadata.size ?? 0) }
}

/** The parts that follow each other from the beginning. A late request may have left others, which are skipped. */
const chainOf = (parts: readonly Part[]) => {
  const known = new Map(parts.map(part => [part.offset, part]))
  const chain: Part[] = []
  let end = 0
  for (let part = known.get(0); part && part.size > 0; part = known.get(end)) {
    chain.push(part)
    end += part.size
  }
  return { chain, end }
}

async function* bytesOf(chain: readonly Part[]): AsyncGenerator<Buffer> {
  for (const { file } of chain) yield* await readObject(file)
}

type Stored = {
  /** The joined file. */
  readonly whole: File | undefined
  readonly parts: readonly Part[]
}

/** Sends bytes with their checksum, which the store compares. */
export const sendBytes = async (file: File, bytes: Uint8Array) => {
  const md5Hash = createHash('md5').update(bytes).digest('base64')
  const metadata = { contentType: CONTENT, md5Hash }
  const sending = file.save(Buffer.from(bytes), { resumable: false, validation: 'md5', metadata })
  await ask(sending, boundOf(bytes.length))
}

/**
 * Receives uploads (tus) as objects of 8 MB, whose names are their offsets, so that any instance continues what another one
 * began. They are joined by reading them: a joined object has an MD5, which one that the store composes has not, and the
 * emulator composes none. The cloud panel does not upload here, but into the bucket by itself.
 */
export class BucketUploads extends DataStore {
  constructor(private readonly bucket: Bucket) {
    super()
  }

  /** @throws ApiError 507 if the server has no room for a part: its bytes would be refused */
  override async create(upload: Upload) {
    const { id, size = 0, metadata } = upload
    requirePartRoom(Math.min(size, PART))
    upload.creation_date = new Date().toISOString()
    const info = Buffer.from(JSON.stringify({ size, metadata, creation_date: upload.creation_date }))
    await sendBytes(this.bucket.file(infoName(id)), info)
    // Nothing will follow that could complete it.
    if (size === 0) await sendBytes(this.bucket.file(nameOf(id)), Buffer.alloc(0))
    return upload
  }

  override async getUpload(id: string) {
    const facts = await this.factsOf(id)
    const stored = await this.stored(id)
    const { end } = chainOf(stored.parts)
    // The process that received the last part may have ended before it joined them, or before it removed them.
    if (stored.whole) await this.removeParts(stored.parts)
    else if (end === facts.size) await this.join(id, facts.size)
    return new Upload({ ...facts, offset: stored.whole ? facts.size : end })
  }

  override async write(stream: Readable, id: string, offset: number) {
    const { size } = await this.factsOf(id)
    let end = offset
    await refuseFullDisk(
      (async () => {
        for await (const part of cutIntoFiles(stream, PART, size - offset)) {
          await this.sendPart(id, end, part)
          end += part.bytes
        }
      })(),
    )
    if (end === size) await this.join(id, size)
    return end
  }

  override async remove(id: string) {
    for await (const file of objectsIn(this.bucket, nameOf(id))) await removeObject(file)
  }

  /** A part of the disk can be sent again where the connection breaks. */
  private async sendPart(id: string, offset: number, { path, bytes, md5 }: PartFile) {
    const destination = this.bucket.file(partName(id, offset))
    const metadata = { contentType: CONTENT, md5Hash: md5 }
    const sending = this.bucket.upload(path, { destination, metadata, resumable: false, validation: 'md5' })
    await ask(sending, boundOf(bytes))
  }

  /** @throws not found, after which clients begin again */
  private async factsOf(id: string) {
    const found = await unlessMissing(readObject(this.bucket.file(infoName(id))).then(text))
    if (found === undefined) throw ERRORS.FILE_NOT_FOUND
    const facts: { size: number; metadata?: Record<string, string | null>; creation_date?: string } =
      JSON.parse(found)
    return { id, ...facts }
  }

  private async stored(id: string): Promise<Stored> {
    const parts: Part[] = []
    let whole: File | undefined
    for await (const file of objectsIn(this.bucket, nameOf(id))) {
      if (file.name === nameOf(id)) whole = file
      parts.push(...[partIn(id, file)].filter(part => part !== undefined))
    }
    return { whole, parts }
  }

  /** Joins the parts, unless another instance has. */
  async join(id: string, size: number) {
    const { whole, parts } = await this.stored(id)
    const { chain, end } = chainOf(parts)
    if (!whole) {
      if (end !== size) throw new StoreUnavailable('The file store: parts of an upload are missing')
      await this.send(id, chain, size)
    }
    await this.removeParts(parts)
  }

  private async send(id: string, chain: readonly Part[], size: number) {
    const target = this.bucket.file(nameOf(id))
    const metadata = { contentType: CONTENT }
    const sending = target.createWriteStream({ resumable: true, validation: 'md5', metadata })
    try {
      await ask(pipeline(bytesOf(chain), sending), boundOf(size))
    } catch (error) {
      sending.destroy()
      // Another instance that joined them first has removed the parts.
      if ((await this.stored(id)).whole) return
      throw error
    }
  }

  private async removeParts(parts: readonly Part[]) {
    for (let at = 0; at < parts.length; at += AT_ONCE)
      await Promise.all(parts.slice(at, at + AT_ONCE).map(({ file }) => removeObject(file)))
  }
}
