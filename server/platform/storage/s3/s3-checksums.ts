import { createHash } from 'node:crypto'
import { StoreUnavailable } from '~/server/platform/storage/file-store'

/** A connection changed bytes on the way to the store. A later attempt may succeed. */
export class BytesChanged extends StoreUnavailable {
  constructor(
    message: string,
    /** Whether the store has kept them: it compares no checksums. */
    readonly isStored: boolean,
  ) {
    super(message)
  }
}

/** Errors of stores that received other bytes than the request has the checksum of. */
const changed = new Set(['BadDigest', 'XAmzContentSHA256Mismatch'])

export const isChangedOnTheWay = (error: unknown): error is Error =>
  error instanceof Error && changed.has(error.name)

/** How often bytes are sent that arrive changed. */
export const SENDING_ATTEMPTS = 3

/** Content-MD5 is what every store that speaks S3 compares; it is added to bytes in memory, and given with streams. */
export const withChecksum = <T extends object>(input: T): T => {
  if (!('Body' in input) || ('ContentMD5' in input && input.ContentMD5)) return input
  const { Body } = input
  if (typeof Body !== 'string' && !(Body instanceof Uint8Array)) return input
  return { ...input, ContentMD5: createHash('md5').update(Body).digest('base64') }
}

/**
 * Compares the tag by which a store names what it received. Most stores give the MD5, but not those that encrypt with keys of
 * their own: a tag that differs again when the same bytes are sent again is none, if no other was before.
 */
export const createTagCheck = () => {
  let isMd5: boolean | undefined
  const doubted = new Set<string>()
  /** @throws BytesChanged */
  return (sent: string, tag: string | undefined) => {
    const [, hex] = /^"?([0-9a-f]{32})"?$/.exec(tag ?? '') ?? []
    if (hex === undefined || isMd5 === false) return
    if (Buffer.from(hex, 'hex').toString('base64') === sent) isMd5 = true
    else if (isMd5 === undefined && doubted.has(sent)) isMd5 = false
    else {
      doubted.add(sent)
      throw new BytesChanged('The file store: it received other bytes than were sent', true)
    }
  }
}
