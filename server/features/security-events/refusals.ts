import type { FastifyRequest } from 'fastify'
import type { ApiError } from '~/model/errors'
import type { Services } from '~/server/records/services'
import { recordSecurityEvent } from './security-events'

/** Records a refusal as a security event; rate limited per user over ten minutes, against retry loops. */
export const recordRefusal =
  (services: Services) =>
  (request: FastifyRequest, { code }: ApiError) => {
    // Who sees the panel as another user tries this, not that user.
    const user = (request.principal?.view?.by ?? request.principal?.actor)?.uid
    if (!user) return
    const { database, changes, rateLimits, background } = services
    const action = `${request.method} ${request.routeOptions.url?.replace('/parse', '') ?? ''}`
    const address = request.ip
    background.beside(async () => {
      if (!(await rateLimits.allows(['refusals', user]))) return
      const details = { action, code }
      await recordSecurityEvent(database, { changes }, { event: 'refused', user, by: user, address, details })
    })
  }
