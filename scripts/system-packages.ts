import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { keysOf } from '~/model/objects'
import { findProgram, isProgram } from '~/server/platform/process/machine'
import { run, runPackage } from './run'

export const findFfmpeg = () => process.env.FFMPEG_PATH || findProgram('ffmpeg')

const whole = ['chromium', 'chromium-browser', 'google-chrome'] as const
/** The same browser without a window, which saves a quarter of its rendering time. */
const shell = 'chromium-headless-shell'

/**
 * Accepts Playwright's own browser too, for systems that package none.
 * @param notifying whether it must be able to show notifications, which the browser without a window cannot
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

type Tool = {
  readonly name: string
  readonly find: () => string | undefined | Promise<string | undefined>
  readonly debianPackages: readonly string[]
  /** Instruction for users, if this program may not install the tool. */
  readonly remedy: string
}

const tools = {
  chromium: {
    name: 'Chromium',
    find: () => findChromium({ notifying: true }),
    debianPackages: ['chromium', 'chromium-headless-shell'],
    remedy: 'install chromium, or run `npx playwright install chromium`, or set CHROMIUM_PATH',
  },
  postgres: {
    name: 'PostgreSQL server',
    find: findPostgresFolder,
    debianPackages: ['postgresql'],
    remedy: 'install the PostgreSQL server so that initdb and postgres are on PATH',
  },
  pgbouncer: {
    name: 'PgBouncer',
    find: findPgbouncer,
    debianPackages: ['pgbouncer'],
    remedy: 'install pgbouncer, so that the tests of poolers run',
  },
  nginx: {
    name: 'nginx',
    find: findNginx,
    debianPackages: ['nginx-light'],
    remedy: 'install nginx, so that its site in deploy/ is tried',
  },
  haproxy: {
    name: 'HAProxy',
    find: findHaproxy,
    debianPackages: ['haproxy'],
    remedy: 'install haproxy, so that its site in deploy/ is tried',
  },
  caddy: {
    name: 'Caddy',
    find: findCaddy,
    debianPackages: ['caddy'],
    remedy: 'install caddy, so that its site in deploy/ is tried',
  },
  ffmpeg: {
    name: 'ffmpeg',
    find: findFfmpeg,
    debianPackages: ['ffmpeg'],
    remedy: 'install ffmpeg 5.1 or later, or set FFMPEG_PATH',
  },
  firefox: {
    name: 'Firefox',
    find: findFirefox,
    debianPackages: ['firefox-esr'],
    remedy: 'install firefox-esr, or set FIREFOX_PATH, so that the panel is tried in Firefox',
  },
  webkit: {
    name: 'WebKitGTK with its driver, and Xvfb',
    find: () => findWebKitDriver() && findXvfb() && findMiniBrowser(),
    // Includes the decoders for its videos.
    debianPackages: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-plugins-good', 'gstreamer1.0-libav'],
    remedy: 'install webkit2gtk-driver and xvfb, so that the panel is tried in WebKit',
  },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools

const names = keysOf(tools)

/** Tools that only `npm run test:all` needs. */
const forLong: readonly ToolName[] = ['firefox', 'webkit']
const usual = names.filter(name => process.env.LONG_TESTS === '1' || !forLong.includes(name))

/** `[]` as root, `['sudo', '-n']` if sudo needs no password, else undefined. */
const asRoot = async () => {
  if (!findProgram('apt-get')) return undefined
  if (process.getuid?.() === 0) return []
  const permitted = findProgram('sudo') && (await run('sudo', ['-n', 'true'], { stdio: 'ignore' })) === 0
  return permitted ? ['sudo', '-n'] : undefined
}

/** Ubuntu's chromium package is a snap, which cannot be installed in a container. */
const chromiumIsSnap = () => {
  const release = readFileSync('/etc/os-release', 'utf8')
  return /^ID=ubuntu$/m.test(release)
}

const aptInstall = async (prefix: readonly string[], packages: readonly string[]) => {
  const apt = (...args: string[]) => {
    const [command = 'apt-get', ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...args,
    ]
    return run(command, rest)
  }
  await apt('update', '-qq')
  await apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

const missingOf = async (wanted: readonly ToolName[]) => {
  const found = await Promise.all(wanted.map(name => tools[name].find()))
  return wanted.filter((_, at) => !found[at])
}

const install = async (prefix: readonly string[], missing: readonly ToolName[]) => {
  const byPlaywright = missing.includes('chromium') && chromiumIsSnap()
  const packages = missing
    .filter(name => !(byPlaywright && name === 'chromium'))
    .flatMap(name => tools[name].debianPackages)
  if (packages.length) await aptInstall(prefix, packages)
  if (byPlaywright) await runPackage('playwright/cli.js', ['install', '--with-deps', 'chromium'])
}

/** Installs missing tools if permitted. @returns tools that are still missing, each with its remedy */
export const provideSystemPackages = async (
  wanted: readonly ToolName[] = usual,
): Promise<ReadonlyMap<ToolName, string>> => {
  const missing = await missingOf(wanted)
  const prefix = missing.length ? await asRoot() : undefined
  if (prefix) await install(prefix, missing)
  const still = prefix ? await missingOf(wanted) : missing
  for (const name of wanted.filter(each => !still.includes(each))) {
    console.log(`${tools[name].name}: ${await tools[name].find()}`)
  }
  return new Map(still.map(name => [name, `${tools[name].name} is missing: ${tools[name].remedy}`]))
}

/** Installs ffmpeg if possible. Without it, everything except video jobs runs. */
export const provideVideoTools = async () => {
  if (findFfmpeg()) return
  console.log('Looking for ffmpeg, which makes the videos…')
  for (const remedy of (await provideSystemPackages(['ffmpeg'])).values())
    console.log(`${remedy}. Until then uploads work, and videos wait to be made.`)
}
