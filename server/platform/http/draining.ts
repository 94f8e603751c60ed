import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The time between the signal to stop and the end: proxies notice that this server leaves, and turn to others. */
export const createDraining = (seconds: number) => {
  let hasBegun = false
  return {
    isDraining: () => hasBegun,
    /** Resolves when proxies have had their time. */
    begin: async () => {
      hasBegun = true
      await sleep(seconds * 1000)
    },
  }
}

export type Draining = ReturnType<typeof createDraining>

/** Milliseconds that a new connection has for its first request when the server closes. */
const FIRST_REQUEST = 500

/**
 * Ends each connection with its next response, so that no request arrives on one that is being closed. While the server
 * closes, also those that Node waits for: of responses that had begun, and of browsers that connect before they ask.
 */
export const endConnectionsOf = (app: FastifyInstance, { isDraining }: Pick<Draining, 'isDraining'>) => {
  const unused = new Set<Socket>()
  let isClosing = false
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
  app.server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    response.once('close', () => {
      if (isClosing) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(() => {
      for (const socket of unused) socket.destroy()
    }, FIRST_REQUEST).unref()
  })
}
