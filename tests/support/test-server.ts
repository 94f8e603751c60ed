import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UNHANDLED } from '~/server/platform/process/run-until-signal'
import { compiled } from './compiled-server'
import { newDataFolder } from './data-folder'
import { testDatabase } from './database'
import { freePort } from './free-port'
import { copySeeded } from './seeded-folder'
import { offerSessions, withdrawSessions } from './seeded-sessions'
import { type ServerProcess, startProcess } from './server-process'
import { testStore } from './test-store'

export const demoPassword = 'demo-password-for-tests'

export type ServerOptions = {
  readonly demo?: boolean
  /** Default: what TEST_DB says. */
  readonly database?: 'pglite' | 'postgres'
  /** Default: a new folder, removed by `stop`. */
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  /** Default: a free one. */
  readonly port?: number
  /** The folder of an installation; default: the project itself. */
  readonly installation?: string
  /** Works on videos. Default: as the panel's users have it, and not where jobs must stay as they are. */
  readonly worker?: boolean
  /** Passwords are hashed as slowly as everywhere, a tenth of a second each; for those that were hashed elsewhere. */
  readonly slowHashes?: boolean
}

const quickHashes = ['--import', pathToFileURL(resolve('tests/support/quick-hashes.mjs')).href]

const kindOf = (database = process.env.TEST_DB) => database || 'pglite'

/** What demo data are made by. */
const seeding = ['DATABASE_URL', 'DEMO', 'DEMO_PASSWORD']

/** Demo data that was made before, for the kind of database that it was made in. */
const isCopied = ({ demo, database, dataDir, env }: ServerOptions) =>
  demo === true &&
  !Object.keys(env ?? {}).some(name => seeding.includes(name)) &&
  dataDir === undefined &&
  process.env.TEST_SEEDED_DATA !== undefined &&
  kindOf(database) === kindOf()

const environment = async (
  options: ServerOptions,
  port: number,
  dataDir: string,
): Promise<Record<string, string>> => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: dataDir,
  DEMO: options.demo ? '1' : '0',
  DEMO_PASSWORD: demoPassword,
  LOG_LEVEL: 'warn',
  SNAPSHOT_HOURS: '0',
  WORKER_JOBS: (options.worker ?? process.env.TEST_WORKER === '1') ? '1' : '0',
  ...(await testStore(isCopied(options) ? process.env.TEST_SEEDED_PREFIX : undefined)),
  ...(await testDatabase(options.database, isCopied(options) ? process.env.TEST_SEEDED_DATABASE : undefined))
    .env,
  ...options.env,
})

/** A folder of its own; with demo data at once where the tests' set-up has made some (seeded-data.ts). */
const ownDataDir = (options: ServerOptions) => {
  const folder = newDataFolder('server')
  const seeded = process.env.TEST_SEEDED_DATA
  if (seeded && isCopied(options)) copySeeded(seeded, folder)
  return folder
}

/** The real server in a process of its own, on a free port, with its own data. */
export const startServer = async (options: ServerOptions = {}) => {
  const port = options.port ?? (await freePort())
  const ownFolder = options.dataDir ? undefined : ownDataDir(options)
  const dataDir = options.dataDir ?? ownFolder ?? ''
  const env = await environment(options, port, dataDir)
  const url = `http://127.0.0.1:${port}`
  const program = join(options.installation ?? '', compiled('server'))
  const args = [...(options.slowHashes ? [] : quickHashes), program]
  const launch = () => startProcess(args, env, `${url}/parse/health`, ownFolder)
  const cleanUp = () => ownFolder && rmSync(ownFolder, { recursive: true, force: true })
  let running: ServerProcess = await launch().catch(error => {
    cleanUp()
    throw error
  })
  if (isCopied(options)) offerSessions(url)
  const restart = async () => {
    await running.end('SIGTERM')
    running = await launch()
  }
  const stop = async () => {
    withdrawSessions(url)
    await running.end('SIGTERM')
    cleanUp()
    if (running.output().includes(UNHANDLED)) throw new Error(running.output())
  }
  return {
    url,
    /** The address of a link that the server gave: a path, or the address of a file store. */
    at: (link: string | null) => new URL(link ?? '', url).href,
    dataDir,
    env,
    process: () => running.child,
    pid: () => running.pid,
    output: () => running.output(),
    kill9: () => running.end('SIGKILL'),
    /** Starts it again on the same port and data, stopping it first if it still runs. */
    restart,
    stop,
  }
}

export type TestServer = Awaited<ReturnType<typeof startServer>>
