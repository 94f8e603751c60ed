import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '~/model/errors'
import { newUid } from '~/server/platform/crypto/tokens'
import { freeBytes } from '~/server/platform/disk/durable'
import { scratchFolder } from '~/server/platform/disk/scratch'
import { createSlots } from '~/server/platform/process/concurrency'

export type PartFile = {
  readonly path: string
  readonly bytes: number
  /** Checksum in base64. */
  readonly md5: string
}

/**
 * Parts that are on the disk of this server at the same time; the uploads beyond take turns, a part each.
 * `docs/operations.md` names them.
 */
export const PARTS_AT_ONCE = 32
/** Milliseconds that an upload waits for its turn: less than its connection may be idle. */
const PATIENCE = 20_000
const slots = createSlots(PARTS_AT_ONCE)

/** Bytes that open parts may still take of the disk. */
let promised = 0
/** Bytes to leave free. */
const SPARE = 1024 ** 2

const noRoom = () =>
  new ApiError('insufficient_storage', "There is too little room in the server's temporary folder (TMPDIR)")

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

/** @throws ApiError 507 in place of the system's error for a full disk */
export const refuseFullDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw isFull(error) ? noRoom() : error
  }
}

/** @throws ApiError 507 if so many bytes have no room among the parts that are open */
export const requirePartRoom = (bytes: number) => {
  if (freeBytes(scratchFolder()) - promised < bytes + SPARE) throw noRoom()
}

/** A part that is being written: `most` bytes, or fewer at the end of a stream. */
const openPart = async (most: number) => {
  const release = await slots.take(PATIENCE)
  if (!release) throw new ApiError('unavailable', 'Too many uploads are being received', { retryAfter: 5 })
  const [file, hash] = [path.join(scratchFolder(), newUid()), createHash('md5')]
  let handle: FileHandle
  try {
    requirePartRoom(most)
    handle = await refuseFullDisk(open(file, 'wx', 0o600))
  } catch (error) {
    release()
    throw error
  }
  let left = most
  promised += most
  return {
    /** Bytes that it still takes. */
    left: () => left,
    write: async (bytes: Buffer) => {
      await refuseFullDisk(handle.appendFile(bytes))
      hash.update(bytes)
      left -= bytes.length
      promised -= bytes.length
    },
    finish: (): PartFile => ({ path: file, bytes: most - left, md5: hash.digest('base64') }),
    remove: async () => {
      promised -= left
      left = 0
      release()
      await handle.close()
      await rm(file, { force: true })
    },
  }
}

/**
 * Cuts a stream into files of so many bytes, the last one shorter: S3 takes a part with its length, and a part that
 * failed must not be kept in memory. A file exists until the next one is requested.
 * @param expected bytes of the stream: a part needs no more room
 * @throws ApiError 503 while too many parts are on the disk, 507 where there is no room for one
 */
export async function* cutIntoFiles(
  stream: Readable,
  bytes: number,
  expected = Number.POSITIVE_INFINITY,
): AsyncGenerator<PartFile> {
  let remaining = expected
  let part: Awaited<ReturnType<typeof openPart>> | undefined
  try {
    for await (const chunk of stream) {
      let rest: Buffer = chunk
      while (rest.length > 0) {
        part ??= await openPart(Math.min(bytes, Math.max(remaining, rest.length)))
        const taken = rest.subarray(0, part.left())
        await part.write(taken)
        rest = rest.subarray(taken.length)
        remaining -= taken.length
        if (part.left() > 0) continue
        yield part.finish()
        await part.remove()
        part = undefined
      }
    }
    if (part) yield part.finish()
  } finally {
    await part?.remove()
  }
}
