import { isFresh, stampOf, writeStamp } from './build-stamp'
import { runPackage } from './run'

export type Backend = 'cloud' | 'onpremise'

export const panelSources = [
  'src',
  'cli',
  'model',
  'i18n',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/cloud-build.ts',
  'scripts/command-line-build.ts',
  'package-lock.json',
]

/** Builds the panel in a process of its own, whose memory goes back at its end. False: the build failed. */
export const buildPanel = async (backend: Backend, folder = 'dist') => {
  // Taken first: a file changed during the build then makes the next start build again.
  const stamp = stampOf(backend, panelSources)
  const args = ['build', '--manifest', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const code = await runPackage('vite/bin/vite.js', args, { env: { BACKEND: backend } })
  if (code === 0) writeStamp(folder, stamp)
  return code === 0
}

export const ensurePanel = async (backend: Backend, folder = 'dist') => {
  if (isFresh(folder, stampOf(backend, panelSources))) return true
  console.log('Building the panel: it is missing or its sources have changed…')
  return buildPanel(backend, folder)
}
