import { canonicalType, isNamedMp4, isPlainFile, isUnknownType } from './content-types'
import { headBytes, isIsoMedia } from './video/mp4-boxes'

/** Bytes from the beginning in which the signature of a type is looked for. */
export const signatureBytes = 1024 ** 2

/** Types without a file signature, for which only the declared type is known. */
const isUnsigned = (type: string) =>
  type.startsWith('text/') ||
  ['application/json', 'application/xml', 'image/svg+xml', 'application/javascript'].includes(type)

type Content = {
  /** The first `signatureBytes` of the file, or all of a smaller one. */
  readonly head: Uint8Array
  /** The type that its signature tells, if any. */
  readonly found: string | undefined
  readonly declared: string
  readonly name: string
}

/**
 * Compares the detected content type with the declared type. A file named .mp4 is accepted as mp4 by its
 * content, whatever its ISO media brand and the type that the browser derives from it. HEIC and AVIF images
 * are ISO media too.
 * @returns the content type to store, or undefined if the declared type is wrong
 */
export const contentTypeFrom = ({ head, found, declared, name }: Content): string | undefined => {
  if (isPlainFile(name)) return 'application/octet-stream'
  const said = canonicalType(declared)
  const real = found && canonicalType(found)
  const isImage = real?.startsWith('image/') ?? false
  if (isNamedMp4({ type: declared, name }) && !isImage && isIsoMedia(head.subarray(0, headBytes)))
    return 'video/mp4'
  if (isUnknownType(said)) return real || 'application/octet-stream'
  if (real) return real === said || (real === 'application/xml' && isUnsigned(said)) ? said : undefined
  return isUnsigned(said) ||
    !/^(image|video|audio|font)\/|^application\/(pdf|zip|gzip|x-msdownload)$/.test(said)
    ? said
    : undefined
}
