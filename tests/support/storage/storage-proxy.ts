import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Seen = { readonly method: string; readonly path: string }

/**
 * Stands before the Storage emulator. It records requests, calls `before` with each and waits for it, and passes the text of
 * JSON responses through `change`.
 */
export const startStorageProxy = async (emulator: string) => {
  const seen: Seen[] = []
  const hooks: { before?: (request: Seen) => unknown; change?: (json: string) => string } = {}
  const pass = async (incoming: IncomingMessage) => {
    const { method = '', url: path = '', headers } = incoming
    const body = await buffer(incoming)
    seen.push({ method, path })
    await hooks.before?.({ method, path })
    const [host, port] = emulator.split(':')
    const passed = send({ host, port, method, path, headers: { ...headers, host: emulator } })
    passed.end(body)
    const [response]: IncomingMessage[] = await once(passed, 'response')
    return response
  }
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const response = await pass(incoming)
      const { statusCode = 502, headers } = response ?? { headers: {} }
      const bytes = response ? await buffer(response) : Buffer.alloc(0)
      const isJson = /json/.test(headers['content-type'] ?? '') && hooks.change
      const changed = isJson ? Buffer.from(hooks.change?.(String(bytes)) ?? '') : bytes
      outgoing.writeHead(statusCode, { ...headers, 'content-length': changed.length }).end(changed)
    }
    answer().catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    hooks,
    /** Copies within the bucket since the last call. */
    copies: () => seen.splice(0).filter(({ path }) => path.includes('/rewriteTo/')).length,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
