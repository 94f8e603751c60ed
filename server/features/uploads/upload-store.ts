import { createHash, type Hash } from 'node:crypto'
import type http from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { hashOf } from '~/server/platform/disk/durable'

type Running = { hash: Hash; offset: number }

/**
 * File store of tus that computes the MD5 of an upload while it arrives. An upload resumed after a restart is
 * read again at the end, since a hash cannot be suspended and continued.
 */
export class HashingStore extends FileStore {
  private readonly running = new Map<string, Running>()

  /** @param removeFile deletes the bytes of an upload, or leaves them to be collected */
  constructor(
    directory: string,
    private readonly removeFile: (id: string) => Promise<void>,
  ) {
    super({ directory })
  }

  // The length must be declared at creation: quotas and disk space are checked against it.
  override extensions = ['creation', 'creation-with-upload', 'termination']

  override async write(readable: http.IncomingMessage | Readable, id: string, offset: number) {
    const running = offset === 0 ? { hash: createHash('md5'), offset: 0 } : this.running.get(id)
    const follows = running?.offset === offset ? running : undefined
    if (follows) this.running.set(id, follows)
    else this.running.delete(id)
    const hashed = new Transform({
      highWaterMark: 1 << 20,
      transform: (chunk: Buffer, _, done) => {
        follows?.hash.update(chunk)
        if (follows) follows.offset += chunk.length
        done(null, chunk)
      },
    })
    readable.on('error', error => hashed.destroy(error))
    const written = await super.write(readable.pipe(hashed), id, offset)
    // Bytes that were hashed but not written to disk will be sent again.
    if (follows && follows.offset !== written) this.running.delete(id)
    return written
  }

  /** The MD5 of a complete upload, in base64. */
  async md5(id: string, path: string, size: number): Promise<string> {
    const running = this.running.get(id)
    this.running.delete(id)
    if (running?.offset === size) return running.hash.digest('base64')
    return hashOf(path, 'md5', 'base64')
  }

  override async remove(id: string) {
    this.running.delete(id)
    await this.removeFile(id)
  }
}
