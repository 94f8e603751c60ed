import type { FastifyInstance } from 'fastify'

/**
 * Answers of the API are kept by no cache, unless their route says otherwise. Written to Node's own response, so that it
 * also holds for what answers without Fastify, such as uploads.
 */
export const forbidCaching = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ url }, { raw }) => {
    if (url.startsWith('/parse')) raw.setHeader('cache-control', 'no-store')
  })
}
