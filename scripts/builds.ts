import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compiledFolder, type ProgramName, programs } from '../server/platform/process/project'
import { runPackage } from './run'

const filesUnder = (path: string): readonly string[] => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap(name => filesUnder(join(path, name)))
}

/** Identifies the sources of a build: its name and a hash of every file under `sources`. */
export const stampOf = (name: string, sources: readonly string[]) => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder)) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return `${name} ${hash.digest('hex')}\n`
}

const stampFile = (folder: string) => join(folder, '.stamp')

/** Whether the build in this folder was made from the sources of the stamp. */
export const isFresh = (folder: string, stamp: string) =>
  existsSync(stampFile(folder)) && readFileSync(stampFile(folder), 'utf8') === stamp

export const writeStamp = (folder: string, stamp: string) => writeFileSync(stampFile(folder), stamp)

export type Backend = 'cloud' | 'onpremise'

export const panelSources = [
  'src',
  'cli',
  'model',
  'i18n',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/build-plugins.ts',
  'scripts/text-plugin.ts',
  'package-lock.json',
]

/** Builds the panel in a separate process, which frees its memory at its end. @returns false if the build failed */
export const buildPanel = async (backend: Backend, folder = 'dist') => {
  // Taken first: a file changed during the build then makes the next start build again.
  const stamp = stampOf(backend, panelSources)
  const args = ['build', '--manifest', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  // As users get it, also where a test builds it: Vite keeps a NODE_ENV that is set, and react-admin logs more in others.
  const env = { BACKEND: backend, NODE_ENV: 'production' }
  const code = await runPackage('vite/bin/vite.js', args, { env })
  if (code === 0) writeStamp(folder, stamp)
  return code === 0
}

export const ensurePanel = async (backend: Backend, folder = 'dist') => {
  if (isFresh(folder, stampOf(backend, panelSources))) return true
  console.log('Building the panel: it is missing or its sources have changed…')
  return buildPanel(backend, folder)
}

const sources = [
  ...['server', 'engine', 'model', 'i18n', 'package-lock.json'],
  ...['scripts/server.vite.config.ts', 'scripts/runtime-files.ts'],
  ...Object.values(programs).filter(entry => entry.startsWith('scripts/')),
]

/** Compiles the server's programs. False: the build failed. */
export const buildServer = async () => {
  const stamp = stampOf('server', sources)
  const args = ['build', '--config', 'scripts/server.vite.config.ts', '--logLevel', 'warn']
  const code = await runPackage('vite/bin/vite.js', args)
  if (code === 0) writeStamp(compiledFolder, stamp)
  return code === 0
}

/** Compiles the server where it is missing or its sources have changed: in about a second. */
export const ensureServer = async () => isFresh(compiledFolder, stampOf('server', sources)) || buildServer()

/** Runs one of the server's programs in this process, compiled first where that is due. */
export const startCompiled = async (name: ProgramName) => {
  if (await ensureServer()) return void (await import(resolve(compiledFolder, `${name}.js`)))
  console.error('The server could not be compiled, so nothing was started. The messages above say why.')
  process.exitCode = 1
}
