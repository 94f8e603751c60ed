import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether an executable file exists at this path. */
export const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs that is found on PATH. */
export const findProgram = (...names: readonly string[]) =>
  names
    .flatMap(name => (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name)))
    .find(isProgram)
