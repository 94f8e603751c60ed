import type { FastifyInstance } from 'fastify'
import type { Metrics } from '~/server/platform/metrics/metrics'

/** Measures each request by its route, never by its address, whose number is not limited. */
export const measureRequests = (app: FastifyInstance, { requests }: Pick<Metrics, 'requests'>) => {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}
