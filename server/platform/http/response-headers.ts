import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Whether a request is one to the API: by its route, since the router also takes percent-encoded and absolute addresses,
 * or by its address where there is no such route.
 */
export const isOfApi = ({ url, routeOptions }: FastifyRequest) =>
  url.startsWith('/parse') || routeOptions.url?.startsWith('/parse') === true

/**
 * API responses are not cached unless their route overrides it. The header is set on the raw Node response,
 * so that it also applies to responses that bypass Fastify, such as uploads.
 */
export const forbidCaching = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, { raw }) => {
    if (isOfApi(request)) raw.setHeader('cache-control', 'no-store')
  })
}

/** The CORS headers for the panel's requests; `readable` are the response headers that it reads. */
const allowed = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, traceparent, x-client-id',
  'access-control-max-age': '7200',
}
const readable = 'retry-after, x-request-id'

/**
 * Allows panels on these origins to call the API (CORS). The bearer token is sent in a header: no cookie is
 * accepted from another origin.
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
