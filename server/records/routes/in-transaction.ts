import type { FastifyRequest } from 'fastify'
import { shortUserAgent } from '~/server/platform/http/user-agents'
import type { Context, Values } from '~/server/records/hooks'
import type { Services } from '~/server/records/services'
import { changeBy } from '~/server/records/writing/as-server'
import { requireOpenSession, requireSameActor } from '~/server/records/writing/same-actor'
import { principalOf } from './access'

/** Runs a change for the request's user in a transaction, then its callbacks after the commit. */
export const inTransaction = <T>(
  services: Services,
  request: FastifyRequest,
  work: (context: Context) => Promise<T>,
  prepared: Values = {},
): Promise<T> => {
  const { token, ...principal } = principalOf(request)
  return changeBy(
    {
      services,
      ...principal,
      address: request.ip,
      agent: token ? `API: ${token.name}` : shortUserAgent(request.headers['user-agent'] ?? ''),
      prepared,
      log: request.log,
    },
    async context => {
      await requireSameActor(context)
      const result = await work(context)
      await requireOpenSession(context)
      return result
    },
  )
}
