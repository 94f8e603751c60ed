import type { S3 } from '@aws-sdk/client-s3'
import { type MetadataValue, S3Store } from '@tus/s3-store'
import { ERRORS, type KvStore, type Upload } from '@tus/server'
import { isAbsent, unlessAbsent } from './s3-client'

/** Parts of an upload that this instance sends at the same time. */
const PARTS_AT_ONCE = 8
/** Uploads whose facts are kept in memory. */
const REMEMBERED = 1000

/** Facts of uploads, which never change. The oldest is forgotten first. */
const createMemory = (): KvStore<MetadataValue> => {
  const known = new Map<string, MetadataValue>()
  return {
    get: async id => known.get(id),
    set: async (id, value) => {
      known.set(id, value)
      const [oldest] = known.keys()
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    },
    delete: async id => void known.delete(id),
  }
}

/**
 * Receives uploads (tus) as multipart uploads of the bucket. The bucket knows which parts have arrived, so that
 * any instance continues what another one began.
 */
export class MultipartUploads extends S3Store {
  constructor(client: S3, bucket: string) {
    super({
      // Its own client is replaced below.
      s3ClientConfig: { bucket, region: 'unused' },
      maxConcurrentPartUploads: PARTS_AT_ONCE,
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
