import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly isEntry?: boolean }
type Manifest = Readonly<Record<string, Chunk>>

/** Bytes of gzip JavaScript; docs/architecture says where the numbers come from. */
const signInBudget = 150_000

/** The page is a chunk of its own, asked for as soon as the entry runs: it counts too. */
const signInPage = /^src\/pages\/sign-in\b/

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

/** The JavaScript that sign-in needs before it shows, in bytes of gzip. */
export const signInSizes = (folder: string) => {
  const manifest = readManifest(folder)
  const keys = Object.keys(manifest).filter(key => manifest[key]?.isEntry || signInPage.test(key))
  const files = [...staticFiles(manifest, keys)].filter(file => file.endsWith('.js'))
  return files.map(file => ({ file, size: gzipSize(folder, file) }))
}

const line = (bytes: number, text: string) => `${(bytes / 1000).toFixed(1).padStart(8)} kB  ${text}`

/** Prints what sign-in loads, chunk by chunk; true where it keeps to its budget. */
export const checkBudgets = (folder = 'dist') => {
  const sizes = signInSizes(folder)
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  for (const { file, size } of sizes) console.log(line(size, file))
  console.log(line(total, `in all, of ${signInBudget / 1000} for sign-in (gzip)`))
  return sizes.length > 0 && total <= signInBudget
}
