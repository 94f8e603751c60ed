import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { compiledFolder } from '~/server/platform/process/project'
import { copyPackages } from './runtime-packages'

/** What the compiled server reads of the project, beside packages. */
export const runtimeFiles: readonly string[] = [
  'package.json',
  compiledFolder,
  'dist',
  'server/platform/database/migrations',
  'server/demo/films',
  'server/demo/files/clip.mp4',
]

/** Sources, and maps of sources. */
const isNeeded = (path: string) => !/\.(ts|map|md)$/.test(path)

/** Copies what runs the product, and nothing else, into a folder: the content of an image. */
export const copyRuntime = (to: string) => {
  for (const path of runtimeFiles) cpSync(path, join(to, path), { recursive: true, filter: isNeeded })
  copyPackages(to)
}
