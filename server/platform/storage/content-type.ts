import { fileTypeFromFile } from 'file-type'
import { canonicalType, isNamedMp4, isPlainFile, isUnknownType } from '~/model/content-types'
import { beginsAsIsoMedia } from './iso-media'

/** Types that carry no signature: for these the declaration is all there is. */
const isUnsigned = (type: string) =>
  type.startsWith('text/') ||
  ['application/json', 'application/xml', 'image/svg+xml', 'application/javascript'].includes(type)

/**
 * What the bytes are, against what the sender says they are. A file named .mp4 is one by its content: which brand of the
 * family it names, and what the browser declares by that, does not matter. HEIC and AVIF images are of the family too.
 * @returns the content type to keep, or nothing when the declaration is untrue
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
