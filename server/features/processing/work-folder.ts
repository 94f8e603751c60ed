import { mkdirSync } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '~/server/platform/config/config'
import { fsyncLater } from '~/server/platform/disk/durable'

/** Where the unfinished parts of each record's job are kept, by its uid. */
export const workRoot = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => {
  const folder = path.join(path.resolve(DATA_DIR), 'work')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Where is kept what every job of a kind needs, made by the first. */
export const cacheRoot = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  path.join(path.resolve(DATA_DIR), 'cache')

const PART = '.part'

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** A folder of finished parts under their names, and of what is being made under names that hold `token`. */
export const openFolder = async (folder: string, token: string) => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = (name: string) => {
    const { name: stem, ext } = path.parse(name)
    return `${stem}${PART}-${token}${ext}`
  }
  return {
    folder,
    /**
     * Parts that are there already, or made now: `make` writes them elsewhere, and they get their names once all are
     * whole, the last one last.
     * @returns their paths
     */
    parts: async <N extends readonly string[]>(
      names: N,
      make: (to: { [I in keyof N]: string }) => Promise<unknown>,
    ): Promise<{ [I in keyof N]: string }> => {
      const paths = (rename: (name: string) => string) =>
        names.map(name => path.join(folder, rename(name))) as { [I in keyof N]: string }
      const whole = paths(name => name)
      if (await exists(whole[whole.length - 1] ?? folder)) return whole
      const to = paths(unfinished)
      await make(to)
      for (const file of to) await fsyncLater(file)
      for (const [index, file] of to.entries()) await rename(file, whole[index] ?? '')
      return whole
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export type WorkFolder = Awaited<ReturnType<typeof openFolder>>

/** The folder of one record's job, for one attempt at it: what earlier ones left unfinished goes. */
export const workFolder = async (root: string, uid: string, token: string): Promise<WorkFolder> => {
  const opened = await openFolder(path.join(root, uid), token)
  const names = await readdir(opened.folder)
  const stale = names.filter(name => name.includes(PART))
  await Promise.all(stale.map(name => rm(path.join(opened.folder, name), { recursive: true, force: true })))
  return opened
}

/** One part, as `parts`. */
export const part = async (work: WorkFolder, name: string, make: (to: string) => Promise<unknown>) => {
  const [path] = await work.parts([name] as const, ([to]) => make(to))
  return path
}

/** Every folder there is: whose, and when it was last written to. */
export const workFolders = async (root: string) => {
  const names = await readdir(root)
  return Promise.all(names.map(async uid => ({ uid, at: (await stat(path.join(root, uid))).mtime })))
}
