import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Part, S3 } from '@aws-sdk/client-s3'
import { type MetadataValue, S3Store } from '@tus/s3-store'
import { ERRORS, type KvStore, type Upload } from '@tus/server'
import { RecentMap } from '~/server/platform/storage/recent-map'
import { cutIntoFiles } from './part-files'
import { isAbsent, unlessAbsent } from './s3-errors'

/** Uploads whose facts are kept in memory. */
const REMEMBERED = 1000

/** Facts of uploads, which never change. */
const createMemory = (): KvStore<MetadataValue> => {
  const known = new RecentMap<string, MetadataValue>(REMEMBERED)
  return {
    get: async id => known.get(id),
    set: async (id, value) => void known.set(id, value),
    delete: async id => void known.delete(id),
  }
}

const bytesOf = (parts: readonly Part[]) => parts.reduce((sum, { Size }) => sum + (Size ?? 0), 0)

/**
 * Receives uploads (tus) as multipart uploads of the bucket. The bucket knows which parts have arrived, so that
 * any instance continues what another one began. The parts of an upload are sent one after another: the base class
 * sends several at once, adds up the sizes of those that arrived, and continues behind a gap that one of them left.
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

  override async create(upload: Upload) {
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
    const { id, size } = metadata.file
    let sent = 0
    let number = currentPartNumber
    for await (const { path, bytes } of cutIntoFiles(readStream, this.calcOptimalPartSize(size))) {
      const isWhole = bytes >= this.minPartSize || offset + sent + bytes === size
      if (isWhole) await this.uploadPart(metadata, createReadStream(path), number++)
      else await this.uploadIncompletePart(id, createReadStream(path))
      sent += bytes
    }
    return sent
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

  /** The base class says 'not found' also while the bucket does not answer: clients would begin again at 0. */
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
