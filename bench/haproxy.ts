import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '~/server/platform/process/machine'
import { freePort } from '~/tests/support/free-port'
import { startProgram } from '~/tests/support/server-process'

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
${urls.map((url, at) => `  server server-${at} ${new URL(url).host}`).join('\n')}
`

/** Starts HAProxy as a round-robin proxy of these servers. */
export const startHaproxy = async (urls: readonly string[]) => {
  const program = findProgram('haproxy')
  if (!program) throw new Error('This bench needs HAProxy: apt-get install haproxy')
  const folder = mkdtempSync(join(tmpdir(), 'vecto-haproxy-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  writeFileSync(join(folder, 'haproxy.cfg'), rules(port, urls))
  const args = ['-db', '-f', join(folder, 'haproxy.cfg')]
  const running = await startProgram(program, args, {}, `${url}/parse/health`, folder)
  const stop = async () => {
    await running.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, pid: running.pid, stop }
}
