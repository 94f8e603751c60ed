import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The commands of docs/operations.md, compiled too: an installation may have no sources. */
const operations = {
  migrate: 'scripts/migrate.ts',
  doctor: 'scripts/doctor.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  'backup-key': 'scripts/backup-key.ts',
  'create-root': 'scripts/create-root.ts',
  'files-copy': 'scripts/files-copy.ts',
  'firebase-accounts': 'scripts/firebase-accounts.ts',
  'rotate-secret': 'scripts/rotate-secret.ts',
} as const

/** The server's programs; scripts/builds.ts compiles each into a file with its name. */
export const programs = {
  start: 'scripts/start.ts',
  server: 'server/app/main.ts',
  worker: 'server/app/worker-main.ts',
  functions: 'server/app/functions.ts',
  database: 'server/platform/database/pglite-process.ts',
  images: 'server/platform/images/image-process.ts',
  engine: 'engine/main.ts',
  survey: 'engine/survey-main.ts',
  ...operations,
} as const

export type ProgramName = keyof typeof programs

/** Folder of the compiled programs, relative to the project root. */
export const compiledFolder = 'dist-server'

const here = dirname(fileURLToPath(import.meta.url))

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder))

const root = rootAbove(here)

/** The absolute path of a project file, whether the server runs from source or compiled. */
export const projectFile = (path: string) => join(root, path)

const isCompiled = here.startsWith(join(root, compiledFolder))

/**
 * The command line that starts one of the server's programs: the Node executable and its arguments. A
 * compiled server starts compiled programs; a server that runs from source starts them from source.
 */
export const commandOf = (name: ProgramName): string[] => [
  process.execPath,
  ...(isCompiled
    ? [projectFile(`${compiledFolder}/${name}.js`)]
    : ['--import', import.meta.resolve('tsx'), projectFile(programs[name])]),
]

/** Environment in which programs that run from source find each other's files from any working directory. */
export const sourceEnvironment: Readonly<Record<string, string>> = isCompiled
  ? {}
  : { TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') }
