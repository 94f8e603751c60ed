import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram, isProgram } from '~/server/programs'

export const findFfmpeg = () => process.env.FFMPEG_PATH || findProgram('ffmpeg')

// The same browser without a window comes first: it spends a quarter less on drawing what nobody looks at.
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'] as const

/** Playwright's own browser counts too: it is what can be had where the system packages none. */
export const findChromium = async () => {
  const named = process.env.CHROMIUM_PATH || findProgram(...browsers)
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
    .find(folder => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))
  const onPath = findProgram('initdb')
  if (newest || !onPath) return newest
  return isProgram(join(dirname(onPath), 'postgres')) ? dirname(onPath) : undefined
}
