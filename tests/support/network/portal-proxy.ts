import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = '<!doctype html><title>Sign in</title><h1>Sign in to the network of the hotel</h1>'

/**
 * Forwards requests to a server like the captive portal of a guest network. While it is closed, every call of the API
 * gets the sign-in page of that network with the given status; the panel itself comes from the browser's cache.
 */
export const startPortalProxy = async (target: string) => {
  let portal: number | undefined
  const server = createServer((asked, answer) => {
    const { method, headers } = asked
    if (portal !== undefined && asked.url?.startsWith('/parse/')) {
      asked.resume()
      answer.writeHead(portal, { 'Content-Type': 'text/html' }).end(page)
      return
    }
    const passed = request(new URL(asked.url ?? '', target), { method, headers }, given => {
      const { connection: _ours, ...rest } = given.headers
      answer.writeHead(given.statusCode ?? 502, rest)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.on('error', () => passed.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Responds instead of the server, on new and on existing connections. */
    close: (status = 200) => {
      portal = status
    },
    open: () => {
      portal = undefined
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
