import { fileTypeFromFile } from 'file-type'

/** Names for one type that browsers and detectors use in turn. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'application/x-zip-compressed': 'application/zip',
  'application/x-zip': 'application/zip',
  'application/x-pdf': 'application/pdf',
  'video/x-m4v': 'video/mp4',
  'application/vnd.microsoft.portable-executable': 'application/x-msdownload',
  'application/x-dosexec': 'application/x-msdownload',
  'application/exe': 'application/x-msdownload',
}

const unknown = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

const canonical = (type: string) => {
  const plain = type.toLowerCase().split(';')[0]?.trim() ?? ''
  return aliases[plain] ?? plain
}

/** Types that carry no signature: for these the declaration is all there is. */
const isUnsigned = (type: string) =>
  type.startsWith('text/') ||
  ['application/json', 'application/xml', 'image/svg+xml', 'application/javascript'].includes(type)

/**
 * What the bytes are, against what the sender says they are.
 * @returns the content type to keep, or nothing when the declaration is untrue
 */
export const contentTypeOf = async (path: string, declared: string): Promise<string | undefined> => {
  const said = canonical(declared)
  const found = await fileTypeFromFile(path)
  const real = found && canonical(found.mime)
  if (unknown.has(said)) return real ?? 'application/octet-stream'
  if (real) return real === said || (real === 'application/xml' && isUnsigned(said)) ? said : undefined
  return isUnsigned(said) ||
    !/^(image|video|audio|font)\/|^application\/(pdf|zip|gzip|x-msdownload)$/.test(said)
    ? said
    : undefined
}
