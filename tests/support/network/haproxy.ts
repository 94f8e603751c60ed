import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '~/server/platform/process/machine'
import { freePort } from '~/tests/support/server/free-port'
import { startProgram } from '~/tests/support/server/server-process'

const rules = (port: number, urls: readonly string[]) => `
global
  nbthread 1
defaults
  mode http
  timeout connect 3s
  timeout client 75s
  timeout server 75s
frontend all
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /parse/health
  default-server check inter 200ms fall 1 rise 1
${urls.map((url, at) => `  server server-${at} ${new URL(url).host}`).join('\n')}
`

const isReady = (url: string) =>
  fetch(`${url}/parse/health`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/**
 * Starts HAProxy as a round-robin proxy of the servers that are ready.
 * @param port default: a free one
 */
export const startHaproxy = async (urls: readonly string[], port?: number) => {
  const program = findProgram('haproxy')
  if (!program) throw new Error('HAProxy is missing: apt-get install haproxy')
  const folder = mkdtempSync(join(tmpdir(), 'vecto-haproxy-'))
  const at = port ?? (await freePort())
  const url = `http://127.0.0.1:${at}`
  writeFileSync(join(folder, 'haproxy.cfg'), rules(at, urls))
  const args = ['-db', '-f', join(folder, 'haproxy.cfg')]
  const running = await startProgram(program, args, {}, `${url}/parse/health`, folder)
  /** The number of servers that are ready. */
  const ready = async () => (await Promise.all(urls.map(isReady))).filter(Boolean).length
  const stop = async () => {
    await running.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, pid: running.pid, ready, stop }
}

export type Haproxy = Awaited<ReturnType<typeof startHaproxy>>
