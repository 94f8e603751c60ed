import { resolve } from 'node:path'
import { compiledFolder, type ProgramName, programs } from '../server/platform/process/project'
import { isFresh, stampOf, writeStamp } from './build-stamp'
import { runPackage } from './run'

const sources = [
  ...['server', 'model', 'i18n', 'package-lock.json'],
  ...['scripts/server.vite.config.ts', 'scripts/runtime-packages.ts'],
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
