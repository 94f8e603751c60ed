import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Backend } from './builds'

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly isEntry?: boolean }
type Manifest = Readonly<Record<string, Chunk>>

/** Bytes of gzip JavaScript; docs/architecture documents the source of the numbers. */
const signInBudget: Readonly<Record<Backend, number>> = { cloud: 200_000, onpremise: 150_000 }

/**
 * Separate chunks that count too: the page, which the entry requests immediately, and the chunks that sign-in with
 * Firebase loads.
 */
const signInParts = /^src\/(auth\/sign-in\b|api\/cloud\/(firebase|identity|remote-config|third-party)\.ts$)/

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))

/** The files that the given chunks load before they run, themselves included. */
export const staticFiles = (manifest: Manifest, from: readonly string[]): ReadonlySet<string> => {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  from.forEach(visit)
  return files
}

const gzipSize = (folder: string, file: string) => gzipSync(readFileSync(join(folder, file))).length

const sizesOf = (folder: string, manifest: Manifest, keys: readonly string[]) =>
  [...staticFiles(manifest, keys)]
    .filter(file => file.endsWith('.js'))
    .map(file => ({ file, size: gzipSize(folder, file) }))

const totalOf = (sizes: readonly { readonly size: number }[]) =>
  sizes.reduce((sum, { size }) => sum + size, 0)

/** The JavaScript that sign-in needs before it shows, in bytes of gzip. */
export const signInSizes = (folder: string) => {
  const manifest = readManifest(folder)
  const keys = Object.keys(manifest).filter(key => manifest[key]?.isEntry || signInParts.test(key))
  return sizesOf(folder, manifest, keys)
}

/** The other pages without a session, such as those behind the links of e-mails; each loads the entry too. */
const otherPageSizes = (folder: string) => {
  const manifest = readManifest(folder)
  const entries = Object.keys(manifest).filter(key => manifest[key]?.isEntry)
  return Object.keys(manifest)
    .filter(key => /^src\/(auth|features\/public-links\/watch)\//.test(key) && !signInParts.test(key))
    .map(key => ({ file: key, size: totalOf(sizesOf(folder, manifest, [...entries, key])) }))
}

const line = (bytes: number, text: string) => `${(bytes / 1000).toFixed(1).padStart(8)} kB  ${text}`

/** The files of a build that speak of Firebase; of the on-premise one, none may. */
const filesWithFirebase = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => /\.(js|html|css|json)$/.test(name) && /firebase/i.test(readFileSync(join(folder, name), 'utf8')),
  )

const isKeptApart = (folder: string, backend: Backend) => {
  const found = filesWithFirebase(folder)
  if (backend === 'cloud') return found.length > 0
  for (const name of found) console.log(`${name} holds something of Firebase`)
  return found.length === 0
}

/** Prints the chunks of sign-in. @returns whether pages without a session are within budget and contain no other backend */
export const checkBudgets = (backend: Backend, folder = 'dist') => {
  const sizes = signInSizes(folder)
  const budget = signInBudget[backend]
  const total = totalOf(sizes)
  const others = otherPageSizes(folder)
  for (const { file, size } of sizes) console.log(line(size, file))
  console.log(line(total, `in all, of ${budget / 1000} for sign-in (gzip)`))
  for (const { file, size } of others) console.log(line(size, `in all for ${file}`))
  const isWithin = [{ size: total }, ...others].every(({ size }) => size <= budget)
  return sizes.length > 0 && isWithin && isKeptApart(folder, backend)
}
