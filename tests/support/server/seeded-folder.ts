import { cpSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '~/server/platform/backup/file-copy'

/** Folders whose files are never modified: stored files, and the space reserved for a full disk. */
const immutable = ['files', 'ballast']

const link = (from: string, to: string) => {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    cpSync(from, to)
  }
}

/** Creates a folder with hard links to the files of another. */
export const linkFiles = (from: string, to: string, isWanted = (_name: string) => true) => {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (isWanted(name)) link(join(from, name), join(to, name))
}

/** Copies a seeded data folder with hard links, in a quarter of the time of copying every byte. */
export const copySeeded = (from: string, to: string) => {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (!immutable.includes(entry.name)) cpSync(source, target, { recursive: true })
    else if (entry.isFile()) link(source, target)
    else linkFiles(source, target)
  }
}
