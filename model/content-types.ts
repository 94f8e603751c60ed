import { cut, fold } from './text'

/** Aliases of content types used by browsers, operating systems and detectors. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'application/x-zip-compressed': 'application/zip',
  'application/x-zip': 'application/zip',
  'application/x-pdf': 'application/pdf',
  'video/x-m4v': 'video/mp4',
  'video/avi': 'video/x-msvideo',
  'video/vnd.avi': 'video/x-msvideo',
  'video/msvideo': 'video/x-msvideo',
  'video/matroska': 'video/x-matroska',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-flac': 'audio/flac',
  'audio/x-aiff': 'audio/aiff',
  'audio/x-aac': 'audio/aac',
  'image/x-ms-bmp': 'image/bmp',
  'image/x-bmp': 'image/bmp',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'image/x-photoshop': 'image/vnd.adobe.photoshop',
  'application/x-photoshop': 'image/vnd.adobe.photoshop',
  'application/x-rar': 'application/x-rar-compressed',
  'application/vnd.rar': 'application/x-rar-compressed',
  'application/x-gzip': 'application/gzip',
  'text/rtf': 'application/rtf',
  'text/xml': 'application/xml',
  'text/x-markdown': 'text/markdown',
  'application/vnd.microsoft.portable-executable': 'application/x-msdownload',
  'application/x-dosexec': 'application/x-msdownload',
  'application/x-msdos-program': 'application/x-msdownload',
  'application/x-ms-dos-executable': 'application/x-msdownload',
  'application/exe': 'application/x-msdownload',
  'application/x-exe': 'application/x-msdownload',
}

/** Content types by file extension, for files whose declared type is unspecific. */
const extensions: Readonly<Record<string, string>> = {
  'application/x-msdownload': 'exe',
  'video/mp4': 'mp4',
}

const unknown = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

/** Whether the type is unspecific, such as application/octet-stream. */
export const isUnknownType = (type: string) => unknown.has(type)

/** The canonical name of a content type, without parameters. */
export const canonicalType = (type: string) => {
  const plain = type.toLowerCase().split(';')[0]?.trim() ?? ''
  return aliases[plain] ?? plain
}

export const extensionOf = (type: string) => extensions[type]

/** Extensions of files that are always served as plain bytes. */
const plain = ['insv']

const endingOf = (name: string) => name.toLowerCase().split('.').pop() ?? ''

/** Maximum length of such a name, as of `text` in fields.ts. */
export const longestName = 200

/** The name of a record that is made of a file: that of the file, without its extension. */
export const nameOfFile = (label: string) => cut(label.replace(/(?<=.)\.[^.]*$/, '').trim(), longestName)

/** Counted names fit where the name alone does. */
const counted = (name: string, at: number) => (at === 0 ? name : `${cut(name, longestName - 8)} (${at + 1})`)

/**
 * The names of records that are made of several files together: with the extension where they differ in nothing else, and counted
 * where not even in that.
 */
export const namesOfFiles = (labels: readonly string[]) => {
  const plain = labels.map(nameOfFile)
  const isOnly = (name: string) => plain.filter(each => fold(each) === fold(name)).length === 1
  const full = labels.map((label, at) =>
    isOnly(plain[at] ?? '') ? (plain[at] ?? '') : cut(label.trim(), longestName),
  )
  return full.map((name, at) =>
    counted(name, full.slice(0, at).filter(each => fold(each) === fold(name)).length),
  )
}

/** Content types that browsers and operating systems declare for .mp4 files. */
const declarableMp4 = /^(video|audio)\/|^application\/mp4$/

/** Whether the file is named .mp4, without a declared type that contradicts it. */
export const isNamedMp4 = ({ type, name }: { readonly type: string; readonly name: string }) => {
  const said = canonicalType(type)
  return endingOf(name) === 'mp4' && (isUnknownType(said) || declarableMp4.test(said))
}

/** Whether it is a camera file that is stored and served as plain bytes. */
export const isPlainFile = (name: string) => plain.includes(endingOf(name))

/**
 * Does a file field accept this file? `accept` lists content types, a trailing `/*` for a family, and extensions with
 * their dot; absent: every file.
 */
export const acceptsFile = (
  accept: readonly string[] | undefined,
  { type, name }: { readonly type: string; readonly name: string },
) =>
  !accept ||
  accept.some(allowed => {
    if (allowed.startsWith('.')) return allowed.slice(1) === endingOf(name)
    return allowed.endsWith('/*') ? type.startsWith(allowed.slice(0, -1)) : allowed.toLowerCase() === type
  })

/** The type of a file: as declared, otherwise by its name. Cameras use .mp4 for every brand of the mp4 family. */
export const typeOfFile = ({ type, name }: { readonly type: string; readonly name: string }) => {
  if (isNamedMp4({ type, name })) return 'video/mp4'
  const said = canonicalType(type)
  if (!isUnknownType(said)) return said
  return Object.entries(extensions).find(([, each]) => each === endingOf(name))?.[0] ?? said
}
