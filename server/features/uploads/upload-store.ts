import { createHash, type Hash } from 'node:crypto'
import type http from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { hashOf } from '~/server/platform/disk/durable'

type Running = { hash: Hash; offset: number }

/**
 * tus' folder store, with the MD5 of each upload kept as its bytes come. An upload that was taken up after a restart
 * is read once more at the end, since a hash cannot be put aside and continued.
 */
export class HashingStore extends FileStore {
  private readonly running = new Map<string, Running>()

  /** @param removeFile takes the bytes of an upload away, or leaves them to be collected */
  constructor(
    directory: string,
    private readonly removeFile: (id: string) => Promise<void>,
  ) {
    super({ directory })
  }

  // How long an upload will be is said at once: quotas and the room on the disk are judged by it.
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
    // What was hashed but did not reach the disk will come again.
    if (follows && follows.offset !== written) this.running.delete(id)
    return written
  }

  /** The MD5 of a whole upload, in base64. */
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
