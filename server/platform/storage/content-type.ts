import { fileTypeFromFile } from 'file-type'
import { canonicalType, isNamedMp4, isPlainFile, isUnknownType } from '~/model/content-types'
import { beginsAsIsoMedia } from './iso-media'

/** Types without a file signature, for which only the declared type is known. */
const isUnsigned = (type: string) =>
  type.startsWith('text/') ||
  ['application/json', 'application/xml', 'image/svg+xml', 'application/javascript'].includes(type)

/**
 * Compares the detected content type with the declared type. A file named .mp4 is accepted as mp4 by its
 * content, whatever its ISO media brand and the type that the browser derives from it. HEIC and AVIF images
 * are ISO media too.
 * @returns the content type to store, or undefined if the declared type is wrong
 */
export const contentTypeOf = async (
  path: string,
  declared: string,
  name: string,
): Promise<string | undefined> => {
  if (isPlainFile(name)) return 'application/octet-stream'
  const said = canonicalType(declared)
  const found = await fileTypeFromFile(path)
  const real = found && canonicalType(found.mime)
  const isImage = real?.startsWith('image/') ?? false
  if (isNamedMp4({ type: declared, name }) && !isImage && (await beginsAsIsoMedia(path))) return 'video/mp4'
  if (isUnknownType(said)) return real ?? 'application/octet-stream'
  if (real) return real === said || (real === 'application/xml' && isUnsigned(said)) ? said : undefined
  return isUnsigned(said) ||
    !/^(image|video|audio|font)\/|^application\/(pdf|zip|gzip|x-msdownload)$/.test(said)
    ? said
    : undefined
}
