import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { BackupError } from '~/server/platform/storage/backup-error'
import { isFileId } from '~/server/platform/storage/file-store'

/**
 * An entry of DATA_DIR that is a link to another disk, or a disk itself. A restoration fills what the link leads to: it lays out
 * the new contents and moves the old ones on the same disk, so that renaming suffices.
 */
export type Elsewhere = {
  readonly name: string
  /** The real path of the entry. */
  readonly real: string
  /** The new contents. */
  readonly staged: string
  /** The old contents. */
  readonly aside: string
  /** It cannot be renamed, since it is a disk, or its folder is not ours: what is in it is. */
  readonly isKept: boolean
}

const found = (entry: string) => lstatSync(entry, { throwIfNoEntry: false })

const isFile = (real: string) => found(real)?.isFile() === true

/** Folders that the kernel has mounted something on; empty where it has no such list, as on macOS. */
const mountPoints = () => {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
    const places = lines.map(line => line.split(' ')[4] ?? '')
    return new Set(places.map(place => place.replace(/\\040/g, ' ')))
  } catch {
    return new Set<string>()
  }
}

const isMounted = (real: string) =>
  mountPoints().has(real) || found(real)?.dev !== found(path.dirname(real))?.dev

const isWritable = (folder: string) => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const realPathOf = (entry: string) => {
  try {
    return realpathSync(entry)
  } catch {
    throw new BackupError(
      `${entry} is a link to something that is not there. Mount its disk, or remove the link.`,
    )
  }
}

/**
 * @param suffix of the name of the old contents
 * @returns undefined for an entry that is in the folder itself, or that there is none of
 * @throws BackupError for a link that leads nowhere
 */
export const findElsewhere = (entry: string, suffix: string): Elsewhere | undefined => {
  const entryFound = found(entry)
  if (!entryFound) return undefined
  const [name, real] = [path.basename(entry), realPathOf(entry)]
  if (!entryFound.isSymbolicLink() && !isMounted(real)) return undefined
  const isKept = isMounted(real) || !isWritable(path.dirname(real))
  const [staged, aside] = ['restoring', `replaced-${suffix}`]
  // A file, the secret, is written through its link: its folder may be another's.
  if (isFile(real)) return { name, real, isKept, staged: `${entry}.${staged}`, aside: `${entry}.${aside}` }
  return isKept
    ? { name, real, isKept, staged: path.join(real, staged), aside: path.join(real, aside) }
    : { name, real, isKept, staged: `${real}.${staged}`, aside: `${real}.${aside}` }
}

/** A disk may hold more than the stored files: the rest is left alone. */
const contentsOf = ({ name, real }: Pick<Elsewhere, 'name' | 'real'>) =>
  readdirSync(real).filter(each =>
    name === 'files'
      ? isFileId(each.replace(/\.json$/, ''))
      : each !== 'restoring' && each !== 'lost+found' && !each.startsWith('replaced-'),
  )

export const hasContents = (entry: Elsewhere) => isFile(entry.real) || contentsOf(entry).length > 0

/** Moves the old contents aside, and leaves an empty folder. @returns where they are, if there were any */
export const setAside = async (entry: Elsewhere) => {
  const { real, aside, isKept } = entry
  if (isFile(real)) {
    await copyFile(real, aside)
    return aside
  }
  const contents = contentsOf(entry)
  if (contents.length === 0) return undefined
  if (isKept) {
    await mkdir(aside, { recursive: true, mode: 0o700 })
    for (const each of contents) await rename(path.join(real, each), path.join(aside, each))
  } else {
    await rename(real, aside)
    await mkdir(real, { mode: 0o700 })
  }
  return aside
}

/** Moves the new contents in. */
export const fill = async ({ name, real, staged, isKept }: Elsewhere) => {
  if (!existsSync(staged)) return
  if (isFile(real)) await copyFile(staged, real)
  else if (!isKept && readdirSync(real).length === 0) return rename(staged, real)
  else
    for (const each of contentsOf({ name, real: staged }))
      await rename(path.join(staged, each), path.join(real, each))
  await rm(staged, { recursive: true, force: true })
}
