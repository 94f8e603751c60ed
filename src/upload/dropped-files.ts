/** Files of operating systems that users do not mean to upload. */
const isHidden = (name: string) => /^\./.test(name) || /^(thumbs\.db|desktop\.ini)$/i.test(name)

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

const someOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

/** All entries of a folder; browsers return a hundred per call. */
const entriesOf = async (folder: FileSystemDirectoryEntry) => {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (let some = await someOf(reader); some.length > 0; some = await someOf(reader)) entries.push(...some)
  return entries.sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** The files of an entry, and of the folders in it. */
const filesIn = async (entry: FileSystemEntry): Promise<File[]> => {
  if (isHidden(entry.name)) return []
  if (isFileEntry(entry)) return [await fileOf(entry)]
  if (!isFolder(entry)) return []
  const files: File[] = []
  for (const each of await entriesOf(entry)) files.push(...(await filesIn(each)))
  return files
}

const entryOf = (item: DataTransferItem) => item.webkitGetAsEntry?.() ?? null

/**
 * The dropped files, including those in dropped folders, as if a folder had been selected. A folder itself looks like a
 * file without a type. Must be called while the event is handled: its items are gone afterwards.
 * @param isMeant filters the files of a folder: cards contain others next to the recordings. If no file matches, all
 * are returned
 */
export const droppedFiles = async (
  { items, files }: DataTransfer,
  isMeant: (name: string) => boolean = () => true,
): Promise<File[]> => {
  const entries = [...(items ?? [])].map(entryOf)
  const plain = [...files]
  if (!entries.some(entry => entry?.isDirectory)) return plain
  const found: File[] = []
  for (const entry of entries) if (entry) found.push(...(await filesIn(entry)))
  const meant = found.filter(({ name }) => isMeant(name))
  return meant.length > 0 ? meant : found
}
