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

/** Ends each connection with its next response, so that no request arrives on one that is being closed. */
export const endConnectionsOf = (app: FastifyInstance, { isDraining }: Pick<Draining, 'isDraining'>) => {
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
}
