import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runPackage } from './run'

export type Backend = 'cloud' | 'onpremise'

const sources = [
  'src',
  'model',
  'i18n',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/cloud-build.ts',
  'package-lock.json',
]

const filesUnder = (path: string): readonly string[] => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap(name => filesUnder(join(path, name)))
}

/** What a build is made from: the backend's name and a hash of every file that can change the panel. */
const stampOf = (backend: Backend) => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder)) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return `${backend} ${hash.digest('hex')}\n`
}

const stampFile = (folder: string) => join(folder, '.stamp')

const isFresh = (backend: Backend, folder: string) =>
  existsSync(stampFile(folder)) && readFileSync(stampFile(folder), 'utf8') === stampOf(backend)

/** Builds the panel in a process of its own, whose memory goes back at its end. False: the build failed. */
export const buildPanel = async (backend: Backend, folder = 'dist') => {
  // Taken first: a file changed during the build then makes the next start build again.
  const stamp = stampOf(backend)
  const args = ['build', '--manifest', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const code = await runPackage('vite/bin/vite.js', args, { env: { BACKEND: backend } })
  if (code === 0) writeFileSync(stampFile(folder), stamp)
  return code === 0
}

export const ensurePanel = async (backend: Backend, folder = 'dist') => {
  if (isFresh(backend, folder)) return true
  console.log('Building the panel: it is missing or its sources have changed…')
  return buildPanel(backend, folder)
}
