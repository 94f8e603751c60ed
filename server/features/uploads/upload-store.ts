import { createHash, type Hash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { DataStore, type Upload } from '@tus/server'
import { LRUCache } from 'lru-cache'
import { signatureBytes } from '~/model/file-content'
import type { FileStore } from '~/server/platform/storage/file-store'
import { md5OfStored } from '~/server/platform/storage/local-files'

type UploadEvents = {
  /** Deletes the bytes of an upload, or leaves them to be collected. */
  readonly remove: (id: string) => Promise<unknown>
  /** Deletes the row of an upload that could not be created. */
  readonly forget: (id: string) => Promise<unknown>
  /** Called once the beginning has arrived, while more is to come. @throws ApiError to refuse the upload */
  readonly examine: (upload: Upload, head: Uint8Array) => Promise<void>
  /** Called with the number of bytes that have arrived. */
  readonly count: (bytes: number) => void
}

/** Collects the beginning of an upload, in which the signature of its type is looked for. */
const beginning = () => {
  const chunks: Buffer[] = []
  let length = 0
  return {
    add: (chunk: Buffer) => {
      if (length < signatureBytes) chunks.push(chunk.subarray(0, signatureBytes - length))
      length += chunk.length
    },
    /** Undefined while it is shorter than the head that the content check reads. */
    head: () => (length < signatureBytes ? undefined : Buffer.concat(chunks)),
  }
}

type Running = { hash: Hash; offset: number }

/** Uploads whose hash is kept: many are abandoned, and another server or the daily upkeep removes them. */
export const REMEMBERED = 1000

/**
 * Passes uploads to the file store and computes their MD5 while they arrive. An upload that another process began,
 * or that rested while many others arrived, is read again at the end: a hash cannot be stored and continued.
 */
export class HashingStore extends DataStore {
  private readonly running = new LRUCache<string, Running>({ max: REMEMBERED })
  private readonly store: DataStore

  // The length must be declared at creation: quotas and disk space are checked against it.
  override extensions = ['creation', 'creation-with-upload', 'termination', 'checksum', 'expiration']

  constructor(
    private readonly files: Pick<FileStore, 'createUploadStore' | 'read' | 'hasBytes'> &
      Partial<Pick<FileStore, 'stamp'>>,
    private readonly events: UploadEvents,
  ) {
    super()
    this.store = files.createUploadStore()
  }

  override async create(upload: Upload) {
    try {
      return await this.store.create(upload)
    } catch (error) {
      await this.events.forget(upload.id)
      throw error
    }
  }

  override getUpload(id: string) {
    return this.store.getUpload(id)
  }

  override async write(readable: Readable, id: string, offset: number) {
    const running = offset === 0 ? { hash: createHash('md5'), offset: 0 } : this.running.get(id)
    const follows = running?.offset === offset ? running : undefined
    if (follows) this.running.set(id, follows)
    else this.running.delete(id)
    const first = offset === 0 ? beginning() : undefined
    const hashed = new Transform({
      highWaterMark: 1 << 20,
      transform: (chunk: Buffer, _, done) => {
        follows?.hash.update(chunk)
        first?.add(chunk)
        this.events.count(chunk.length)
        if (follows) follows.offset += chunk.length
        done(null, chunk)
      },
    })
    readable.on('error', error => hashed.destroy(error))
    const written = await this.store.write(readable.pipe(hashed), id, offset)
    // Bytes that were hashed but not stored will be sent again.
    if (follows?.offset === written) this.running.set(id, follows)
    else this.running.delete(id)
    const head = first?.head()
    if (head) await this.events.examine(await this.getUpload(id), head)
    return written
  }

  /** The MD5 of a complete upload, in base64. */
  async md5(id: string, size: number): Promise<string> {
    const running = this.running.get(id)
    this.running.delete(id)
    if (running?.offset === size) return running.hash.digest('base64')
    return md5OfStored(this.files, id)
  }

  override async remove(id: string) {
    this.running.delete(id)
    await this.events.remove(id)
  }
}
