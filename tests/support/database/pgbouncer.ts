import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findPgbouncer } from '~/scripts/system-packages'
import { eventually } from '~/tests/support/process/eventually'
import { guard } from '~/tests/support/process/orphan-guard'
import { newDataFolder } from '~/tests/support/server/data-folder'
import { freePort } from '~/tests/support/server/free-port'
import { accountToUse } from './postgres'

/** Connections switch between clients as often as possible, so that code that relies on a session fails. */
const settingsOf = (port: number, folder: string, more: Readonly<Record<string, string>>) => ({
  listen_addr: '127.0.0.1',
  listen_port: String(port),
  unix_socket_dir: '',
  auth_type: 'trust',
  auth_file: join(folder, 'users'),
  pool_mode: 'transaction',
  default_pool_size: '5',
  max_client_conn: '500',
  server_round_robin: '1',
  logfile: join(folder, 'log'),
  ...more,
})

const accepts = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

const stopped = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/**
 * Starts PgBouncer in transaction mode in front of the database at `url`. @returns URL of the database through it
 */
export const startPgbouncer = async (url: string, more: Readonly<Record<string, string>> = {}) => {
  const program = findPgbouncer()
  if (!program) throw new Error('PgBouncer is not installed.')
  const account = accountToUse()
  const folder = newDataFolder('pgbouncer')
  const port = await freePort()
  const { hostname, port: behind } = new URL(url)
  const settings = Object.entries(settingsOf(port, folder, more)).map(pair => pair.join(' = '))
  const databases = `[databases]\n* = host=${hostname} port=${behind}`
  writeFileSync(join(folder, 'ini'), `${databases}\n[pgbouncer]\n${settings.join('\n')}\n`)
  writeFileSync(join(folder, 'users'), '"postgres" ""\n')
  if (account) chownSync(folder, account.uid, account.gid)
  const launch = async () => {
    const child = spawn(program, [join(folder, 'ini')], { detached: true, stdio: 'ignore', ...account })
    const guarded = guard(child.pid ?? 0, 'KILL')
    child.once('exit', guarded.release)
    await eventually(() => accepts(port), Boolean)
    return child
  }
  let child = await launch()
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    restart: async () => {
      await stopped(child)
      child = await launch()
    },
    stop: async () => {
      await stopped(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Pgbouncer = Awaited<ReturnType<typeof startPgbouncer>>
