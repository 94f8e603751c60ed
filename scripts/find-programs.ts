import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const runs = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const findProgram = (...names: readonly string[]) =>
  names
    .flatMap(name => (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name)))
    .find(runs)

export const findFfmpeg = () => process.env.FFMPEG_PATH || findProgram('ffmpeg')

/** Playwright's own browser counts too: it is what can be had where the system packages none. */
export const findChromium = async () => {
  const named = process.env.CHROMIUM_PATH || findProgram('chromium', 'chromium-browser', 'google-chrome')
  if (named) return named
  const { chromium } = await import('playwright')
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/** The newest of Debian's versioned folders, which are not on PATH; else the folder of `initdb` on PATH. */
export const findPostgresFolder = () => {
  const versions = '/usr/lib/postgresql'
  const newest = (existsSync(versions) ? readdirSync(versions) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(versions, version, 'bin'))
    .find(folder => runs(join(folder, 'initdb')) && runs(join(folder, 'postgres')))
  const onPath = findProgram('initdb')
  if (newest || !onPath) return newest
  return runs(join(dirname(onPath), 'postgres')) ? dirname(onPath) : undefined
}
