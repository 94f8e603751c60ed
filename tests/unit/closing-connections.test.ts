import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { createDraining, endConnectionsOf } from '~/server/platform/http/draining'

/** A server whose `/stream` responses end while the server closes. */
const listen = async () => {
  const app = fastify({ keepAliveTimeout: 72_000, return503OnClosing: false })
  const draining = createDraining(0)
  endConnectionsOf(app, draining)
  app.get('/', async () => 'here')
  app.get('/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.write(': hello\n\n')
    ends.push(() => reply.raw.end())
  })
  const ends: (() => void)[] = []
  // Later than Node.js closes idle connections.
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const end of ends) end()
    }, 50)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const close = async () => {
    await draining.begin()
    await app.close()
  }
  return { port, close }
}

it('a closing server does not wait for a connection without a request', async () => {
  const { port, close } = await listen()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  await close()
  await ended
  expect(socket.destroyed).toBe(true)
}, 10_000)

it('a closing server does not wait for the keep-alive connection of a completed response', async () => {
  const { port, close } = await listen()
  const agent = new Agent({ keepAlive: true })
  const asked = request({ port, host: '127.0.0.1', path: '/stream', agent })
  asked.end()
  const [response] = await once(asked, 'response')
  const ended = once(response.socket, 'close')
  response.resume()
  await close()
  await ended
  expect(response.complete).toBe(true)
}, 10_000)

it('a closing server responds to a request on an existing connection', async () => {
  const { port, close } = await listen()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  // Lets the server accept the connection before it closes.
  await new Promise(setImmediate)
  const closed = close()
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*here$/)
  await closed
}, 10_000)
