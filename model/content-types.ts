/** Names for one type that browsers, systems and detectors use in turn. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'application/x-zip-compressed': 'application/zip',
  'application/x-zip': 'application/zip',
  'application/x-pdf': 'application/pdf',
  'video/x-m4v': 'video/mp4',
  'application/vnd.microsoft.portable-executable': 'application/x-msdownload',
  'application/x-dosexec': 'application/x-msdownload',
  'application/x-msdos-program': 'application/x-msdownload',
  'application/x-ms-dos-executable': 'application/x-msdownload',
  'application/exe': 'application/x-msdownload',
  'application/x-exe': 'application/x-msdownload',
}

/** How files of a type are called, where a file's own type says nothing. */
const extensions: Readonly<Record<string, string>> = {
  'application/x-msdownload': 'exe',
  'video/mp4': 'mp4',
}

const unknown = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

/** A type that says nothing of the file. */
export const isUnknownType = (type: string) => unknown.has(type)

/** The one name of a content type, without its parameters. */
export const canonicalType = (type: string) => {
  const plain = type.toLowerCase().split(';')[0]?.trim() ?? ''
  return aliases[plain] ?? plain
}

export const extensionOf = (type: string) => extensions[type]

/** Files that are served as plain bytes whatever they hold, by extension. */
const plain = ['insv']

const endingOf = (name: string) => name.toLowerCase().split('.').pop() ?? ''

/** What browsers and systems declare of a file by the ending .mp4, when they declare anything. */
const declarableMp4 = /^(video|audio)\/|^application\/mp4$/

/** A file that its name calls an mp4, and of which its sender says nothing to the contrary. */
export const isNamedMp4 = ({ type, name }: { readonly type: string; readonly name: string }) => {
  const said = canonicalType(type)
  return endingOf(name) === 'mp4' && (isUnknownType(said) || declarableMp4.test(said))
}

/** Kept and served as bytes: a camera's own file, whose content another type would misname. */
export const isPlainFile = (name: string) => plain.includes(endingOf(name))

/**
 * Is such a file allowed? `accept` lists content types, a trailing `/*` for a family, and extensions with their dot;
 * absent: all are.
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

/** The type of a file by what its sender says, else by its name. Cameras name any brand of the mp4 family .mp4. */
export const typeOfFile = ({ type, name }: { readonly type: string; readonly name: string }) => {
  if (isNamedMp4({ type, name })) return 'video/mp4'
  const said = canonicalType(type)
  if (!isUnknownType(said)) return said
  return Object.entries(extensions).find(([, each]) => each === endingOf(name))?.[0] ?? said
}
