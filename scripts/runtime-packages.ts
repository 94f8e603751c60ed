import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Packages with files of their own beside their code: native modules, WebAssembly, a worker thread. They are
 * not compiled into the server, which finds them in node_modules when it runs.
 */
export const unbundled: readonly string[] = [
  'sharp',
  '@electric-sql/pglite',
  '@electric-sql/pglite-socket',
  'onnxruntime-node',
]

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
      peerDependencies: z.record(z.string(), z.string()).default({}),
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
    }),
  ),
})

type Locked = z.output<typeof lockfile>['packages']

const folderOf = (name: string) => `node_modules/${name}`

/** The folder of a dependency: in the package that wants it, in one that holds that, or at the top. */
const resolved = (locked: Locked, from: string, name: string): string => {
  const inside = `${from}/${folderOf(name)}`
  if (locked[inside]) return inside
  const holder = from.lastIndexOf('/node_modules/')
  return holder === -1 ? folderOf(name) : resolved(locked, from.slice(0, holder), name)
}

/**
 * The folders of the unbundled packages and of what they depend on. Optional ones that this machine does not
 * have are for other processors. Peers are left out: those of the database's socket are for a program of its own.
 */
export const runtimePackages = (root = '.'): readonly string[] => {
  const locked = lockfile.parse(readLock(root)).packages
  const found = new Set<string>()
  const add = (folder: string) => {
    const about = locked[folder]
    if (found.has(folder) || !about || !existsSync(join(root, folder))) return
    found.add(folder)
    for (const name of Object.keys({ ...about.dependencies, ...about.optionalDependencies }))
      add(resolved(locked, folder, name))
  }
  for (const name of unbundled) add(folderOf(name))
  return [...found].sort()
}

const readLock = (root: string) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/**
 * The entries of the lockfile for these packages and whatever they depend on, on any machine; peers too, but for optional
 * ones.
 */
export const lockedPackages = (names: readonly string[], root = '.'): Readonly<Record<string, unknown>> => {
  const written: { packages: Record<string, unknown> } = readLock(root)
  const locked = lockfile.parse(written).packages
  const found = new Map<string, unknown>()
  const add = (folder: string) => {
    const about = locked[folder]
    if (found.has(folder) || !about) return
    found.set(folder, written.packages[folder])
    const peers = Object.keys(about.peerDependencies).filter(
      name => !about.peerDependenciesMeta[name]?.optional,
    )
    for (const name of [...Object.keys({ ...about.dependencies, ...about.optionalDependencies }), ...peers])
      add(resolved(locked, folder, name))
  }
  for (const name of names) add(folderOf(name))
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Not maps of sources, nor what onnxruntime-node holds for other systems. */
export const isRuntimeFile = (path: string) => {
  const [, system] = /onnxruntime-node\/bin\/[^/]+\/(\w+)/.exec(path) ?? []
  return !path.endsWith('.map') && (!system || system === process.platform)
}

/** Copies each package into a folder, at the place where it is found. */
export const copyPackages = (to: string, root = '.') => {
  for (const folder of runtimePackages(root))
    cpSync(join(root, folder), join(to, folder), { recursive: true, filter: isRuntimeFile })
}
