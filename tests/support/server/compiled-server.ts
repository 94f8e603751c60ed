import { ensureServer } from '~/scripts/builds'
import { compiledFolder, type ProgramName } from '~/server/platform/process/project'

/** Vitest's global set-up: the server's programs, compiled as `npm start` compiles them. */
export const setup = async () => {
  if (!(await ensureServer())) throw new Error('The server could not be compiled')
}

/** The file of one of the compiled programs, relative to the project's folder. */
export const compiled = (name: ProgramName) => `${compiledFolder}/${name}.js`
