import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Milliseconds between two health checks of each server. */
const LOOK = 200

const isReady = async (target: string) => {
  try {
    const { status } = await fetch(`${target}/parse/health`, { signal: AbortSignal.timeout(2000) })
    return status === 200
  } catch {
    return false
  }
}

/**
 * A round-robin proxy of the servers that are ready, with persistent connections.
 * @param port default: a free one
 */
export const startProxy = async (targets: readonly string[], port = 0) => {
  const ready = new Set(targets)
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const nextTarget = () => {
    turn += 1
    return [...ready][turn % ready.size]
  }
  const look = async () => {
    for (const target of targets)
      if (await isReady(target)) ready.add(target)
      else ready.delete(target)
  }
  const looking = setInterval(() => void look(), LOOK)
  const server = createServer((asked, answer) => {
    const target = nextTarget()
    if (!target) return void answer.writeHead(502).end()
    const { method, headers } = asked
    const passed = request(`${target}${asked.url}`, { method, headers, agent }, given => {
      const { connection: _ours, ...rest } = given.headers
      answer.writeHead(given.statusCode ?? 502, rest)
      given.pipe(answer)
      given.on('error', () => answer.destroy())
    })
    passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    asked.on('error', () => passed.destroy())
    asked.pipe(passed)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready.size,
    stop: () => {
      clearInterval(looking)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

export type TestProxy = Awaited<ReturnType<typeof startProxy>>
