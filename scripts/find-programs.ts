import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram, isProgram } from '~/server/platform/process/find-program'

export const findFfmpeg = () => process.env.FFMPEG_PATH || findProgram('ffmpeg')

const whole = ['chromium', 'chromium-browser', 'google-chrome'] as const
/** The same browser without a window: it spends a quarter less on drawing what nobody looks at. */
const shell = 'chromium-headless-shell'

/**
 * Playwright's own browser counts too: it is what can be had where the system packages none.
 * @param notifying whether it must be able to show notifications, which the one without a window is not
 */
export const findChromium = async ({ notifying = false } = {}) => {
  const names = notifying ? whole : [shell, ...whole]
  const named = process.env.CHROMIUM_PATH || findProgram(...names)
  if (named) return named
  const { chromium } = await import('playwright')
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/** Debian keeps servers where only root's PATH leads. */
const findServer = (name: string) => findProgram(name) ?? [`/usr/sbin/${name}`].find(isProgram)

export const findPgbouncer = () => findServer('pgbouncer')
export const findNginx = () => findServer('nginx')
export const findHaproxy = () => findServer('haproxy')
export const findCaddy = () => findServer('caddy')

export const findFirefox = () => process.env.FIREFOX_PATH || findProgram('firefox-esr', 'firefox')
export const findWebKitDriver = () => findProgram('WebKitWebDriver')
export const findXvfb = () => findProgram('Xvfb')

/** The browser that WebKit's driver starts, in the library's own folder, which is named after the machine. */
export const findMiniBrowser = () => {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  return folders
    .flatMap(machine => ['4.1', '6.0'].map(api => `/usr/lib/${machine}/webkit2gtk-${api}/MiniBrowser`))
    .find(isProgram)
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
