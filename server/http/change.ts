import type { FastifyRequest } from 'fastify'
import type { Context } from '../records/hooks'
import type { Services } from '../services'
import { principalOf } from './access'

/** Runs a change in a transaction, and what waits for it once it is kept. */
export const inChange = async <T>(
  services: Services,
  request: FastifyRequest,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const { actor, session } = principalOf(request)
  const later: (() => unknown)[] = []
  const result = await services.database.transaction(tx =>
    work({ services, tx, actor, session, now: new Date(), afterCommit: each => void later.push(each) }),
  )
  for (const each of later) {
    try {
      await each()
    } catch (error) {
      request.log.error(error, 'after the change')
    }
  }
  return result
}
