import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Seen = {
  readonly method: string
  readonly path: string
  /** The body, if it is JSON. */
  readonly body: string
}

type Hooks = {
  /** Called with each request, which waits for it. */
  before?: ((request: Seen) => unknown) | undefined
  /** Called once the emulator has answered, before the answer is passed on. */
  after?: ((request: Seen) => unknown) | undefined
  /** Changes the text of JSON responses. */
  change?: ((json: string) => string) | undefined
}

/** Stands before an emulator of Firebase. It records requests, and refuses connections while the emulator is away. */
export const startEmulatorProxy = async (emulator: string) => {
  const seen: Seen[] = []
  const hooks: Hooks = {}
  const pass = async (incoming: IncomingMessage) => {
    const { method = '', url: path = '', headers } = incoming
    const body = await buffer(incoming)
    const isText = /json/.test(headers['content-type'] ?? '')
    const request = { method, path, body: isText ? String(body) : '' }
    seen.push(request)
    await hooks.before?.(request)
    const [host, port] = emulator.split(':')
    const passed = send({ host, port, method, path, headers: { ...headers, host: emulator } })
    passed.end(body)
    const [response]: IncomingMessage[] = await once(passed, 'response')
    return { request, response }
  }
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const { request, response } = await pass(incoming)
      // Passed on whole: a response may not have both a length and chunks.
      const { 'transfer-encoding': _, ...headers }: IncomingHttpHeaders = response?.headers ?? {}
      const bytes = response ? await buffer(response) : Buffer.alloc(0)
      const isJson = /json/.test(headers['content-type'] ?? '') && hooks.change
      await hooks.after?.(request)
      const changed = isJson ? Buffer.from(hooks.change?.(String(bytes)) ?? '') : bytes
      outgoing
        .writeHead(response?.statusCode ?? 502, { ...headers, 'content-length': changed.length })
        .end(changed)
    }
    answer().catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const leave = () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    host: `127.0.0.1:${port}`,
    hooks,
    /** Copies within the bucket since the last call. */
    copies: () => seen.splice(0).filter(({ path }) => path.includes('/rewriteTo/')).length,
    /** Requests since the last call. */
    requests: () => seen.splice(0),
    /** Ends the connections, and refuses new ones. */
    leave,
    comeBack: async () => {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    stop: leave,
  }
}

export type EmulatorProxy = Awaited<ReturnType<typeof startEmulatorProxy>>
