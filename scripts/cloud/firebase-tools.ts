import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '~/server/platform/process/machine'
import { run } from '../run'

/** The emulators of Firebase: 300 MB, which only the cloud build needs on a developer's machine, and so no dependency. */
const VERSION = '15.34.2'
const folder = '.cache/firebase-tools'
const packageFolder = join(folder, 'node_modules/firebase-tools')

/** The program of the emulators, once `provideFirebaseTools` has succeeded. */
export const firebaseProgram = join(packageFolder, 'lib/bin/firebase.js')

const isThere = () =>
  existsSync(firebaseProgram) &&
  JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version === VERSION

const install = (npm: string) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  return run(npm, ['install', ...quiet, `firebase-tools@${VERSION}`], { cwd: folder })
}

/** Downloads the emulators at the first run. @returns the reason if that fails */
export const provideFirebaseTools = async (): Promise<string | undefined> => {
  if (isThere()) return undefined
  console.log(`Downloading firebase-tools ${VERSION} into ${folder} (about 300 MB, once)…`)
  const npm = findProgram('npm')
  const code = npm ? await install(npm) : 127
  return code === 0 && isThere() ? undefined : `firebase-tools ${VERSION} cannot be had from the npm registry`
}
