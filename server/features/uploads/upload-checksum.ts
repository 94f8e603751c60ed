import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '~/model/errors'
import { cutIntoFiles } from '~/server/platform/storage/part-files'

/** Algorithms of the tus extension `checksum`, as its header lists them. */
export const CHECKSUM_ALGORITHMS = 'md5,sha1,sha256'

/** Bytes of a part with a checksum: it is kept aside until it is known to be right. */
const MOST = 64 * 1024 ** 2

/** A checksum in base64. */
export type PartChecksum = { readonly algorithm: string; readonly digest: string }

/**
 * The header `Upload-Checksum`: an algorithm and a digest in base64.
 * @throws ApiError 400 for another algorithm, or no digest
 */
export const readChecksum = (header: string | string[] | undefined): PartChecksum | undefined => {
  if (header === undefined) return undefined
  const [algorithm = '', digest = ''] = String(header).slice(0, 200).trim().split(/\s+/)
  if (!CHECKSUM_ALGORITHMS.split(',').includes(algorithm) || !/^[A-Za-z0-9+/]+={0,2}$/.test(digest))
    throw new ApiError(
      'checksum_algorithm',
      `Upload-Checksum takes one of ${CHECKSUM_ALGORITHMS} and a digest`,
    )
  return { algorithm, digest }
}

const digestOf = async (path: string, algorithm: string) => {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

const tooLarge = () =>
  new ApiError('too_large', `A part with a checksum has at most ${MOST} bytes`, { params: { limit: MOST } })

/**
 * Receives a part and compares it, before any of it is stored.
 * @param length as the request declares it; undefined if it does not
 * @param handle called with the part once it is known to be right
 * @throws ApiError 460 if it differs, 413 if it is too large, 503 or 507 where it has no room
 */
export const withCheckedPart = async <T>(
  stream: Readable,
  length: number | undefined,
  { algorithm, digest }: PartChecksum,
  handle: (part: Readable) => Promise<T>,
): Promise<T> => {
  if (length !== undefined && length > MOST) throw tooLarge()
  for await (const part of cutIntoFiles(stream, MOST, length)) {
    if (length === undefined && part.bytes === MOST) throw tooLarge()
    const found = algorithm === 'md5' ? part.md5 : await digestOf(part.path, algorithm)
    if (found !== digest) throw new ApiError('part_checksum', 'The part differs from its checksum')
    return await handle(createReadStream(part.path))
  }
  return handle(Readable.from([]))
}
