import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '~/model/errors'
import { type App, contentOf, describe } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/services'

const digest = (text: string) => createHash('sha256').update(text).digest()

export const hasToken = (given: string | undefined, token: string) =>
  timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`))

/** Measures each request, and answers `metrics` to those who know METRICS_TOKEN. */
export const addMetricsRoutes = (app: App, { config, metrics }: Services) => {
  const schema = describe('Metrics in the format of Prometheus; takes METRICS_TOKEN as bearer token', {
    response: { 200: contentOf('text/plain') },
  })
  app.get('/metrics', { config: { access: 'public' }, schema }, async (request, reply) => {
    const { METRICS_TOKEN } = config
    if (!METRICS_TOKEN || !hasToken(request.headers.authorization, METRICS_TOKEN))
      throw new ApiError('not_found', 'There is nothing at this address')
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
}
