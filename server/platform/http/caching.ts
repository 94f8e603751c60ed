import type { FastifyInstance } from 'fastify'

/**
 * API responses are not cached unless their route overrides it. The header is set on the raw Node response,
 * so that it also applies to responses that bypass Fastify, such as uploads.
 */
export const forbidCaching = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ url }, { raw }) => {
    if (url.startsWith('/parse')) raw.setHeader('cache-control', 'no-store')
  })
}
