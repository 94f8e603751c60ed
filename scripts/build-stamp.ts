import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const filesUnder = (path: string): readonly string[] => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap(name => filesUnder(join(path, name)))
}

/** What a build is made from: its name and a hash of every file under `sources`. */
export const stampOf = (name: string, sources: readonly string[]) => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder)) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return `${name} ${hash.digest('hex')}\n`
}

const stampFile = (folder: string) => join(folder, '.stamp')

/** Was the build in this folder made from what the stamp was taken of? */
export const isFresh = (folder: string, stamp: string) =>
  existsSync(stampFile(folder)) && readFileSync(stampFile(folder), 'utf8') === stamp

export const writeStamp = (folder: string, stamp: string) => writeFileSync(stampFile(folder), stamp)
