import type { FastifyRequest } from 'fastify'
import pino from 'pino'

/**
 * What logs tell of a request: its route, never its address, which may hold the key of a link, a file's signature or a
 * one-time code.
 */
export const requestSerializers = {
  req: (request: Partial<FastifyRequest>) => ({
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    remoteAddress: request.ip,
  }),
  // Of an answer after the deadline's: its message holds the address.
  err: (error: Error & { readonly code?: string }) =>
    error.code === 'FST_ERR_REP_ALREADY_SENT' ? { code: error.code } : pino.stdSerializers.err(error),
}
