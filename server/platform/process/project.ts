import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The programs that the server consists of; scripts/server-build.ts compiles each into a file of its name. */
export const programs = {
  server: 'server/app/main.ts',
  worker: 'server/app/worker-main.ts',
  database: 'server/platform/database/pglite-process.ts',
  images: 'server/platform/images/image-process.ts',
  engine: 'server/engine/main.ts',
} as const

export type ProgramName = keyof typeof programs

/** Where the compiled programs are, from the project's folder. */
export const compiledFolder = 'dist-server'

const here = dirname(fileURLToPath(import.meta.url))

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder))

const root = rootAbove(here)

/** The path of a file of the project, whether the server runs from its source or compiled. */
export const projectFile = (path: string) => join(root, path)

const isCompiled = here.startsWith(join(root, compiledFolder))

/**
 * What to start one of the server's programs with: the program of Node and its arguments. A compiled server starts
 * compiled programs, and one that runs from its source starts theirs.
 */
export const commandOf = (name: ProgramName): string[] => [
  process.execPath,
  ...(isCompiled
    ? [projectFile(`${compiledFolder}/${name}.js`)]
    : ['--import', import.meta.resolve('tsx'), projectFile(programs[name])]),
]
