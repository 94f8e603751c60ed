import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { demoClip } from '~/server/demo/files/documents'

const blockSize = 1 << 20
const noise = randomBytes(blockSize)

export type FilmBytes = {
  readonly size: number
  /** The bytes from `offset` on; `onSent` is called with the total after each block that is read. */
  readonly from: (offset: number, onSent?: (total: number) => void) => Readable
  readonly md5: () => Promise<string>
}

/** Starts with a real video, since the server checks the type; then noise, in which each block contains its index. */
export const filmBytes = async (size: number): Promise<FilmBytes> => {
  const { bytes: head } = await demoClip()
  const block = (at: number) => {
    const copy = Buffer.from(noise)
    copy.writeUInt32LE(at, 0)
    if (at === 0) head.copy(copy)
    return copy
  }
  function* blocks(offset: number, onSent: (total: number) => void) {
    for (let at = offset; at < size; ) {
      const start = at % blockSize
      const end = Math.min(blockSize, start + size - at)
      yield block(Math.floor(at / blockSize)).subarray(start, end)
      at += end - start
      onSent(at - offset)
    }
  }
  const from = (offset: number, onSent = (_total: number) => {}) =>
    Readable.from(blocks(offset, onSent), { objectMode: false, highWaterMark: blockSize })
  const md5 = async () => {
    const hash = createHash('md5')
    for await (const chunk of from(0)) hash.update(chunk)
    return hash.digest('base64')
  }
  return { size, from, md5 }
}

/** A real video, padded to the given size by a box that players skip. */
export const paddedFilm = async (film: Buffer, size: number): Promise<Omit<FilmBytes, 'md5'>> => {
  const free = Buffer.alloc(16)
  free.writeUInt32BE(1, 0)
  free.write('free', 4, 'latin1')
  free.writeBigUInt64BE(BigInt(size - film.length), 8)
  const head = Buffer.concat([film, free])
  function* blocks(offset: number) {
    if (offset > 0) throw new Error('A padded film is sent whole')
    yield head
    for (let at = head.length; at < size; at += blockSize)
      yield noise.subarray(0, Math.min(blockSize, size - at))
  }
  return {
    size,
    from: offset => Readable.from(blocks(offset), { objectMode: false, highWaterMark: blockSize }),
  }
}
