import { canonicalType, isNamedMp4, isPlainFile, isUnknownType } from './content-types'
import { headBytes, isIsoMedia } from './video/mp4'

/** Bytes from the beginning in which the signature of a type is looked for. */
export const signatureBytes = 1024 ** 2

/** Types that run on a user's machine. */
const programs = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
  'application/x-shockwave-flash',
  'application/wasm',
  'application/x.ms.shortcut',
])

/** Types whose files always begin with a signature: without it, they are something else. */
const signed = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/tiff', 'image/avif'],
  ...['image/heic', 'image/heif', 'image/vnd.adobe.photoshop'],
  ...['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska', 'video/x-msvideo', 'video/3gpp'],
  ...['audio/wav', 'audio/flac', 'audio/ogg', 'audio/mp4', 'application/pdf'],
  ...['application/zip', 'application/gzip', 'application/x-msdownload', 'application/x-rar-compressed'],
])

/** Pictures that are written as text. */
const writtenPictures = new Set(['image/svg+xml', 'image/vnd.dxf', 'image/x-xbitmap', 'image/x-xpixmap'])

const isMedia = (type: string) => /^(image|video|audio|font)\//.test(type) && !writtenPictures.has(type)

/** Pages, which are written as text. */
const pages = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml'])

/** Containers hold a video or audio alone under either name. */
const familyOf = (type: string) =>
  /^(video|audio)\/|^application\/ogg$/.test(type) ? 'film' : type.split('/')[0]

/** Documents of office programs, and pages to print. */
const isDocument = (type: string) =>
  type === 'application/pdf' ||
  /^application\/(msword|rtf|vnd\.(ms-|openxmlformats|oasis\.opendocument))/.test(type)

const isArchive = (type: string) => /(^|[/+-])(zip|gzip|tar|rar|7z|rar-compressed|7z-compressed)$/.test(type)

/** Whether files of the type contain XML, such as GPS tracks or vector graphics. */
const isXml = (type: string) => type.startsWith('text/') || /[/+]xml$/.test(type)

/** Bytes at the beginning in which the header of a PDF may lie. */
const pdfHead = 1024
/** Bytes at the beginning that distinguish text from other content. */
const textHead = 4096

const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** The beginning of a file as text; undefined if it contains characters that no text has. */
const textOf = (head: Uint8Array) => {
  const bytes = head.subarray(0, textHead)
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  return bytes.some(each => each < 9 || (each > 13 && each < 32 && each !== 27)) ? undefined : latin(bytes)
}

/** Marks of pages, vector graphics and scripts, which a browser or a shell runs in spite of their name. */
const scripts = /^(#!|<\?php|<(!doctype html|html|head|body|script|iframe|svg)[\s>])/i
/** Content that may precede these marks: a byte order mark, spaces, comments, XML declarations. */
const preamble = /^(\uFEFF|\u00EF\u00BB\u00BF|\s+|<!--[\s\S]*?-->|<\?xml[\s\S]*?\?>|<!doctype svg[^>]*>)+/i

const isScript = (text: string) => scripts.test(text.replace(preamble, ''))

type Content = {
  /** The first `signatureBytes` of the file, or all of a smaller one. */
  readonly head: Uint8Array
  /** The type of its signature, if any. */
  readonly found: string | undefined
  readonly declared: string
  readonly name: string
}

/** Type by the first bytes, also of signatures that the library does not know. */
const detectedBy = (head: Uint8Array, found: string | undefined) =>
  found
    ? canonicalType(found)
    : latin(head.subarray(0, pdfHead)).includes('%PDF-')
      ? 'application/pdf'
      : undefined

/** The type of content without a signature; undefined where the declared type needs one. */
const typeOfUnsigned = (said: string, name: string, text: string | undefined): string | undefined => {
  if (text === undefined) {
    if (signed.has(said)) return undefined
    // Never shown as an image or a video, since its content is not verified.
    return isMedia(said) && !said.startsWith('audio/') ? 'application/octet-stream' : said
  }
  if (/\.csv$/i.test(name)) return 'text/csv'
  // Systems take the source of a program for a recording of television.
  if (/\.ts$/i.test(name) && !isScript(text)) return 'text/plain'
  // No browser shows these.
  if (writtenPictures.has(said) && !pages.has(said)) return 'application/octet-stream'
  const claims = isMedia(said) || said === 'application/pdf' || isArchive(said) || programs.has(said)
  return claims || (isDocument(said) && isScript(text)) ? undefined : said
}

/** The type of content of which the signature is known; undefined where the declared type contradicts it. */
const typeOfSigned = (said: string, real: string): string | undefined => {
  if (real === said) return said
  const claims = isMedia(said) || isDocument(said)
  if (programs.has(real)) return claims || said.startsWith('text/') || isArchive(said) ? undefined : real
  if (real === 'application/xml')
    return isXml(said) ? said : isMedia(said) || said === 'application/pdf' ? undefined : real
  // Many formats are archives, or files of an older office program, of their own.
  if (['application/zip', 'application/x-cfb'].includes(real))
    return isMedia(said) || said === 'application/pdf' ? undefined : said.startsWith('text/') ? real : said
  if (pages.has(said)) return undefined
  return isMedia(said) && familyOf(said) !== familyOf(real) ? undefined : real
}

/**
 * Compares the detected content type with the declared type, which browsers and systems name differently: content of a
 * related type is stored under its detected type. A program or a page that is declared as an image, a video or a document is
 * refused. A file named .mp4 is accepted as mp4 by its content, regardless of its ISO media brand and the type that the
 * browser derives from it. HEIC and AVIF images are ISO media too.
 * @returns the content type to store, or undefined if the declared type is wrong
 */
export const contentTypeFrom = ({ head, found, declared, name }: Content): string | undefined => {
  if (isPlainFile(name)) return 'application/octet-stream'
  const said = canonicalType(declared)
  const real = detectedBy(head, found)
  const isImage = real?.startsWith('image/') ?? false
  if (isNamedMp4({ type: declared, name }) && !isImage && isIsoMedia(head.subarray(0, headBytes)))
    return 'video/mp4'
  if (isUnknownType(said)) return real || 'application/octet-stream'
  const text = textOf(head)
  if ((isMedia(said) || isDocument(said)) && text !== undefined && isScript(text)) return undefined
  return real ? typeOfSigned(said, real) : typeOfUnsigned(said, name, text)
}

/** Whether a declared type matches the stored one: a client may not read the corrected type from the upload's response. */
export const namesContent = (declared: string, stored: string) => {
  const [said, real] = [canonicalType(declared), canonicalType(stored)]
  if (said === real) return true
  return isMedia(said) && isMedia(real) && familyOf(said) === familyOf(real)
}
