import type { FastifyInstance } from 'fastify'
import type { Metrics } from '~/server/platform/metrics/metrics'
import { toApiError } from './errors'

/**
 * Measures each request by its route, never by its address, whose number is not limited; and counts the errors that
 * requests end with.
 */
export const measureRequests = (
  app: FastifyInstance,
  { requests, countError }: Pick<Metrics, 'requests' | 'countError'>,
) => {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.addHook('onError', async (_request, _reply, error) => countError(toApiError(error)))
}
