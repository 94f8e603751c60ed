import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UNHANDLED } from '~/server/platform/process/run-until-signal'
import { testDatabase } from '~/tests/support/database/database'
import { startHaproxy } from '~/tests/support/network/haproxy'
import { testStore } from '~/tests/support/storage/test-store'
import { compiled } from './compiled-server'
import { newDataFolder } from './data-folder'
import { freePort } from './free-port'
import { copySeeded } from './seeded-folder'
import { offerSessions, withdrawSessions } from './seeded-sessions'
import { type ServerProcess, startProcess } from './server-process'

export const demoPassword = 'demo-password-for-tests'

export type ServerOptions = {
  readonly demo?: boolean
  /** Default: the kind in TEST_DB. */
  readonly database?: 'pglite' | 'postgres'
  /** Default: a new folder, removed by `stop`. */
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  /** Default: a free port. */
  readonly port?: number
  /** The folder of an installation; default: the project itself. */
  readonly installation?: string
  /** Whether the server processes videos; default: TEST_WORKER=1. */
  readonly worker?: boolean
  /** Hashes passwords at full cost, a tenth of a second each; required for hashes that were created elsewhere. */
  readonly slowHashes?: boolean
}

const quickHashes = ['--import', pathToFileURL(resolve('tests/support/server/quick-hashes.mjs')).href]

const kindOf = (database = process.env.TEST_DB) => database || 'pglite'

/** Settings that create demo data. */
const seeding = ['DATABASE_URL', 'DEMO', 'DEMO_PASSWORD']

/** Seeded demo data, for the kind of database that it was created in. */
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

/** Creates a data folder, with a copy of the demo data if the test set-up has seeded some (seeded-data.ts). */
const ownDataDir = (options: ServerOptions) => {
  const folder = newDataFolder('server')
  const seeded = process.env.TEST_SEEDED_DATA
  if (seeded && isCopied(options)) copySeeded(seeded, folder)
  return folder
}

/** Starts a second server on the same database and files, and HAProxy in front of both: `TEST_BALANCED=1`, on PostgreSQL. */
const startTwin = async (args: readonly string[], env: Readonly<Record<string, string>>, url: string) => {
  const port = await freePort()
  const twinUrl = `http://127.0.0.1:${port}`
  const twin = await startProcess([...args], { ...env, PORT: String(port) }, `${twinUrl}/parse/health`)
  const proxy = await startHaproxy([url, twinUrl])
  const stop = async () => {
    await proxy.stop()
    await twin.end('SIGTERM')
  }
  return { url: proxy.url, output: twin.output, stop }
}

const isBalanced = ({ DATABASE_URL }: Readonly<Record<string, string>>) =>
  process.env.TEST_BALANCED === '1' && DATABASE_URL !== undefined

/** Starts the real server in its own process, on a free port, with its own data. */
export const startServer = async (options: ServerOptions = {}) => {
  const port = options.port ?? (await freePort())
  const ownFolder = options.dataDir ? undefined : ownDataDir(options)
  const dataDir = options.dataDir ?? ownFolder ?? ''
  const env = await environment(options, port, dataDir)
  const ownUrl = `http://127.0.0.1:${port}`
  const program = join(options.installation ?? '', compiled('server'))
  const args = [...(options.slowHashes ? [] : quickHashes), program]
  const launch = () => startProcess(args, env, `${ownUrl}/parse/health`, ownFolder)
  const cleanUp = () => ownFolder && rmSync(ownFolder, { recursive: true, force: true })
  let running: ServerProcess = await launch().catch(error => {
    cleanUp()
    throw error
  })
  const twin = isBalanced(env) ? await startTwin(args, env, ownUrl) : undefined
  const url = twin?.url ?? ownUrl
  if (isCopied(options)) offerSessions(url)
  const restart = async () => {
    await running.end('SIGTERM')
    running = await launch()
  }
  const output = () => running.output() + (twin?.output() ?? '')
  const stop = async () => {
    withdrawSessions(url)
    await twin?.stop()
    await running.end('SIGTERM')
    cleanUp()
    if (output().includes(UNHANDLED)) throw new Error(output())
  }
  return {
    url,
    /** The absolute URL of a link from the server: a path, or the URL of a file store. */
    at: (link: string | null) => new URL(link ?? '', url).href,
    dataDir,
    env,
    process: () => running.child,
    pid: () => running.pid,
    output,
    kill9: () => running.end('SIGKILL'),
    /** Restarts the server on the same port and data. */
    restart,
    stop,
  }
}

export type TestServer = Awaited<ReturnType<typeof startServer>>
