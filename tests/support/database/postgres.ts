import { execFileSync, spawn } from 'node:child_process'
import { chownSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostgresFolder } from '~/scripts/system-packages'
import { guard } from '~/tests/support/process/orphan-guard'
import { newDataFolder } from '~/tests/support/server/data-folder'
import { freePort } from '~/tests/support/server/free-port'

type Account = { readonly uid: number; readonly gid: number }

export type ClusterOptions = {
  /** False (tests) trades safety for speed; true keeps PostgreSQL's own settings. */
  readonly durable?: boolean
  /** `C.UTF-8` needs no locale of the machine; an ICU locale sorts as users expect (PostgreSQL 15+). */
  readonly icuLocale?: string
  readonly settings?: Readonly<Record<string, string>>
  /** URL of the cluster to follow as a streaming standby. */
  readonly standbyOf?: string
}

const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const idOf = (flag: '-u' | '-g', name: string) =>
  Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))

/** PostgreSQL and PgBouncer refuse to run as root. */
export const accountToUse = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {}
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither "postgres" nor "nobody".')
}

const makeFolder = ({ durable }: ClusterOptions, account: Account | undefined) => {
  const folder = newDataFolder('postgres', durable)
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

const initialise = (
  programs: string,
  folder: string,
  { durable, icuLocale }: ClusterOptions,
  account?: Account,
) => {
  const locale = icuLocale ? ['--locale-provider=icu', `--icu-locale=${icuLocale}`] : []
  const args = ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
  if (!durable) args.push('--no-sync')
  execFileSync(join(programs, 'initdb'), [...args, ...locale], { cwd: folder, stdio: 'pipe', ...account })
}

const launch = (
  programs: string,
  folder: string,
  port: number,
  options: ClusterOptions,
  account?: Account,
) => {
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(options.durable ? {} : fast),
    ...options.settings,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(join(folder, 'log'), 'a')
  const stdio = ['ignore', log, log] as ('ignore' | number)[]
  const child = spawn(join(programs, 'postgres'), ['-D', join(folder, 'data'), ...args], {
    cwd: folder,
    detached: true,
    stdio,
    ...account,
  })
  child.unref()
  return child
}

const query = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const untilReady = async (url: string, gone: () => boolean, log: () => string) => {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      return await query(url, 'select 1')
    } catch (error) {
      if (gone() || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start:\n${log()}`, { cause: error })
    }
    await sleep(50)
  }
}

/** Copies the other cluster as a standby that streams from it after the start. */
const copyPrimary = (programs: string, folder: string, primary: string, account?: Account) => {
  const args = ['-d', primary, '-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  execFileSync(join(programs, 'pg_basebackup'), args, { cwd: folder, stdio: 'pipe', ...account })
}

/** Starts PostgreSQL in a temporary folder; it ends with this process, even after kill -9. */
export const startCluster = async (options: ClusterOptions = {}) => {
  const programs = findPostgresFolder()
  if (!programs) throw new Error('PostgreSQL is not installed: initdb and postgres were not found.')
  const account = accountToUse()
  const folder = makeFolder(options, account)
  if (options.standbyOf) copyPrimary(programs, folder, options.standbyOf, account)
  else initialise(programs, folder, options, account)
  const port = await freePort()
  const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`
  const start = async () => {
    const child = launch(programs, folder, port, options, account)
    if (child.pid === undefined) throw new Error(`${programs}/postgres could not be started.`)
    const guarded = guard(child.pid, 'QUIT', folder)
    await untilReady(
      url('postgres'),
      () => child.exitCode !== null,
      () => readFileSync(join(folder, 'log'), 'utf8'),
    )
    return { pid: child.pid, ...guarded }
  }
  let running = await start()
  return {
    adminUrl: url('postgres'),
    port,
    pid: () => running.pid,
    kill: () => process.kill(running.pid, 'SIGKILL'),
    /** Restarts a killed cluster with its data. */
    restart: async () => {
      running.release()
      running = await start()
    },
    stop: () => running.finish(),
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

let databases = 0

/** Creates a database in the cluster at `adminUrl`: empty, or a copy of `template`, which must have no connections. */
export const freshDatabase = async (adminUrl: string, template = 'template1') => {
  databases += 1
  const name = `test_${process.pid}_${databases}`
  await query(adminUrl, `create database ${name} template ${template}`)
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
}
