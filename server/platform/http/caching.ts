import type { FastifyInstance } from 'fastify'
import { isOfApi } from './is-of-api'

/**
 * API responses are not cached unless their route overrides it. The header is set on the raw Node response,
 * so that it also applies to responses that bypass Fastify, such as uploads.
 */
export const forbidCaching = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, { raw }) => {
    if (isOfApi(request)) raw.setHeader('cache-control', 'no-store')
  })
}
