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

/** The type of a file by what its sender says, else by its name. */
export const typeOfFile = ({ type, name }: { readonly type: string; readonly name: string }) => {
  const said = canonicalType(type)
  if (!isUnknownType(said)) return said
  const extension = name.toLowerCase().split('.').pop()
  return Object.entries(extensions).find(([, each]) => each === extension)?.[0] ?? said
}
