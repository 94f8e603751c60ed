import type { FastifyInstance } from 'fastify'

/** What the panel sends, and what of the answer it reads. */
const allowed = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, x-client-id',
  'access-control-max-age': '7200',
}
const readable = 'retry-after'

/**
 * Lets panels of these origins call (CORS). The bearer token is in a header: no cookie is taken from another origin.
 */
export const allowPanelOrigins = (app: FastifyInstance, origins: readonly string[]) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (!origin || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', readable)
    const isQuestion = request.method === 'OPTIONS' && request.headers['access-control-request-method']
    if (isQuestion) return reply.headers(allowed).status(204).send()
  })
}
