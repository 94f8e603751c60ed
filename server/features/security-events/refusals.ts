import type { FastifyRequest } from 'fastify'
import type { ApiError } from '~/model/errors'
import type { Services } from '~/server/records/services'
import { recordSecurityEvent } from './security-events'

/** Writes a refusal down as a security event; of one user so many in ten minutes, since a program may ask on and on. */
export const recordRefusal =
  (services: Services) =>
  (request: FastifyRequest, { code }: ApiError) => {
    const user = request.principal?.actor.uid
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
