import type { FastifyRequest } from 'fastify'
import pino from 'pino'

/**
 * Logs contain the route of a request, never its URL, which may hold the key of a link, a file's signature or
 * a one-time code.
 */
export const requestSerializers = {
  req: (request: Partial<FastifyRequest>) => ({
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    remoteAddress: request.ip,
  }),
  // A response sent after the deadline's 503: the error message contains the URL.
  err: (error: Error & { readonly code?: string }): pino.SerializedError | { readonly code: string } =>
    error.code === 'FST_ERR_REP_ALREADY_SENT' ? { code: error.code } : pino.stdSerializers.err(error),
}
