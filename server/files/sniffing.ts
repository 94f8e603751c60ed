import { fileTypeFromFile } from 'file-type'
import { canonicalType, isPlainFile, isUnknownType } from '~/model/content-types'

/** Types that carry no signature: for these the declaration is all there is. */
const isUnsigned = (type: string) =>
  type.startsWith('text/') ||
  ['application/json', 'application/xml', 'image/svg+xml', 'application/javascript'].includes(type)

/**
 * What the bytes are, against what the sender says they are.
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
  if (isUnknownType(said)) return real ?? 'application/octet-stream'
  if (real) return real === said || (real === 'application/xml' && isUnsigned(said)) ? said : undefined
  return isUnsigned(said) ||
    !/^(image|video|audio|font)\/|^application\/(pdf|zip|gzip|x-msdownload)$/.test(said)
    ? said
    : undefined
}
