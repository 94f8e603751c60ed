import type { FastifyRequest } from 'fastify'
import { changeBy } from '../records/as-server'
import type { Context } from '../records/hooks'
import type { Services } from '../services'
import { principalOf } from './access'

/** Runs a change of the request's user in a transaction, and what waits for it once it is kept. */
export const inChange = <T>(
  services: Services,
  request: FastifyRequest,
  work: (context: Context) => Promise<T>,
): Promise<T> => changeBy({ services, ...principalOf(request), log: request.log }, work)
