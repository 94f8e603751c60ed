import type { FastifyRequest } from 'fastify'
import { changeBy } from '../records/as-server'
import type { Context, Values } from '../records/hooks'
import { requireSameActor } from '../records/same-actor'
import type { Services } from '../services'
import { principalOf } from './access'

/** Runs a change of the request's user in a transaction, and what waits for it once it is kept. */
export const inChange = <T>(
  services: Services,
  request: FastifyRequest,
  work: (context: Context) => Promise<T>,
  prepared: Values = {},
): Promise<T> =>
  changeBy(
    { services, ...principalOf(request), address: request.ip, prepared, log: request.log },
    async context => {
      await requireSameActor(context)
      return work(context)
    },
  )
