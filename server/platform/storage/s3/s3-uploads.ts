import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import type { Part, S3 } from '@aws-sdk/client-s3'
import { type MetadataValue, S3Store } from '@tus/s3-store'
import { ERRORS, type KvStore, type Upload } from '@tus/server'
import { LRUCache } from 'lru-cache'
import { newUid } from '~/server/platform/crypto/tokens'
import { scratchFolder } from '~/server/platform/disk/scratch'
import { StoreUnavailable } from '~/server/platform/storage/file-store'
import {
  cutIntoFiles,
  type PartFile,
  refuseFullDisk,
  requirePartRoom,
} from '~/server/platform/storage/part-files'
import { BytesChanged, isAbsent, SENDING_ATTEMPTS, unlessAbsent } from './s3-client'

/** Uploads whose metadata is cached in memory. */
const REMEMBERED = 1000

/** Facts of uploads, which never change. */
const createMemory = (): KvStore<MetadataValue> => {
  const known = new LRUCache<string, MetadataValue>({ max: REMEMBERED })
  return {
    get: async id => known.get(id),
    set: async (id, value) => void known.set(id, value),
    delete: async id => void known.delete(id),
  }
}

/** The name of the metadata that holds the MD5 of an incomplete part. */
const MD5 = 'md5'

/** The same bytes; fails at their end if they are not those of the checksum. */
const comparing = (stream: Readable, md5: string) => {
  const hash = createHash('md5')
  const compared = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
    flush: done => {
      const isSame = hash.digest('base64') === md5
      done(isSame ? null : new StoreUnavailable('The file store: a part arrived with other bytes'))
    },
  })
  stream.on('error', error => compared.destroy(error))
  return stream.pipe(compared)
}

const bytesOf = (parts: readonly Part[]) => parts.reduce((sum, { Size }) => sum + (Size ?? 0), 0)

/**
 * Receives uploads (tus) as multipart uploads of the bucket. The bucket knows which parts have arrived, so that
 * any instance continues what another one began. The parts of an upload are sent one after another: the base class
 * sends several concurrently, adds up the sizes of those that arrived, and continues behind a gap that one of them left.
 */
export class MultipartUploads extends S3Store {
  constructor(client: S3, bucket: string) {
    super({
      // Its own client is replaced below.
      s3ClientConfig: { bucket, region: 'unused' },
      cache: createMemory(),
    })
    this.client = client
  }

  /** @throws ApiError 507 if the server has no room for a part: its bytes would be refused */
  override async create(upload: Upload) {
    if (upload.size) requirePartRoom(Math.min(upload.size, this.calcOptimalPartSize(upload.size)))
    const created = await super.create(upload)
    // Nothing will follow that could complete it.
    if (created.size === 0) await this.finishMultipartUpload(await this.getMetadata(created.id), [])
    return created
  }

  /** @returns bytes that were stored, those of an incomplete last part too */
  protected override async uploadParts(
    metadata: MetadataValue,
    readStream: Readable,
    currentPartNumber: number,
    offset: number,
  ) {
    const { id, size = Number.POSITIVE_INFINITY } = metadata.file
    let sent = 0
    let number = currentPartNumber
    for await (const part of cutIntoFiles(readStream, this.calcOptimalPartSize(size), size - offset)) {
      const isWhole = part.bytes >= this.minPartSize || offset + sent + part.bytes === size
      await this.sendPart(part, isWhole ? { metadata, number: number++ } : { id })
      sent += part.bytes
    }
    return sent
  }

  /** Sends a part with its checksum, and again where it arrives changed. */
  private async sendPart(
    { path, bytes: ContentLength, md5: ContentMD5 }: PartFile,
    to: { metadata: MetadataValue; number: number } | { id: string },
  ) {
    const checked = { Bucket: this.bucket, ContentLength, ContentMD5 }
    const send = () => {
      const Body = createReadStream(path)
      return 'metadata' in to
        ? this.client.uploadPart({
            ...{ ...checked, Body, Key: to.metadata.file.id },
            ...{ UploadId: to.metadata['upload-id'], PartNumber: to.number },
          })
        : this.client.putObject({
            ...{ ...checked, Body, Key: this.partKey(to.id, true) },
            Metadata: { [MD5]: ContentMD5 },
          })
    }
    for (let attempt = 1; ; attempt += 1)
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof BytesChanged)) throw error
        if (attempt < SENDING_ATTEMPTS) continue
        // The upload must not continue behind corrupted bytes that a store without checksums has accepted.
        if (error.isStored) return this.giveUp('metadata' in to ? to.metadata.file.id : to.id)
        throw error
      }
  }

  /** An incomplete part is read from the store, and sent there again with what follows it. */
  protected override async getIncompletePart(id: string) {
    const found = await unlessAbsent(
      this.client.getObject({ Bucket: this.bucket, Key: this.partKey(id, true) }),
    )
    const md5 = found?.Metadata?.[MD5]
    if (!(found?.Body instanceof Readable)) return undefined
    return md5 === undefined ? found.Body : comparing(found.Body, md5)
  }

  /** A file that a killed process leaves is removed by a later start. */
  protected override async uniqueTmpFileName(template: string) {
    return join(scratchFolder(), template + newUid())
  }

  override write(...given: Parameters<S3Store['write']>) {
    return refuseFullDisk(super.write(...given))
  }

  /** @throws not found, after which clients begin again, if a part is missing in between */
  protected override async retrieveParts(id: string, partNumberMarker?: string) {
    const parts = await super.retrieveParts(id, partNumberMarker)
    if (partNumberMarker !== undefined) return parts
    const hasGap = parts.some(({ PartNumber }, index) => PartNumber !== index + 1)
    return hasGap ? this.giveUp(id) : parts
  }

  /** Parts do not add up after a late request of an instance that was thought to be gone. */
  protected override async finishMultipartUpload(metadata: MetadataValue, parts: Part[]) {
    const { id, size } = metadata.file
    return bytesOf(parts) === size ? super.finishMultipartUpload(metadata, parts) : this.giveUp(id)
  }

  /** A part cannot be removed from a multipart upload. */
  private async giveUp(id: string): Promise<never> {
    await this.remove(id)
    throw ERRORS.FILE_NOT_FOUND
  }

  override async getUpload(id: string) {
    await this.requireAnswer(id)
    const upload = await super.getUpload(id)
    if (upload.offset === upload.size) await this.requireObject(id)
    return upload
  }

  /** The base class returns 'not found' also while the bucket does not answer: clients would restart at 0. */
  private async requireAnswer(id: string) {
    try {
      await this.getMetadata(id)
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
  }

  /** Joins the parts of an upload if the process ended that received the last one. */
  private async requireObject(id: string) {
    try {
      await this.finishMultipartUpload(await this.getMetadata(id), await this.retrieveParts(id))
    } catch (error) {
      if (!isAbsent(error)) throw error
      // Joined before, or ended by a rule of the bucket.
      const object = await unlessAbsent(this.client.headObject({ Bucket: this.bucket, Key: id }))
      if (!object) throw ERRORS.FILE_NOT_FOUND
    }
  }
}
