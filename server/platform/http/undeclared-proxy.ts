import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '~/server/platform/config/config'

type Warned = { readonly config: Config; readonly log: FastifyBaseLogger }

const forwarding = ['x-forwarded-for', 'forwarded'] as const

/** Warns once about a reverse proxy that TRUST_PROXY does not declare: all rate limits see its address. */
export const warnOfUndeclaredProxy = (app: FastifyInstance, { config, log }: Warned) => {
  if (config.TRUST_PROXY) return
  let isSaid = false
  app.addHook('onRequest', async ({ headers }) => {
    if (isSaid || !forwarding.some(name => headers[name] !== undefined)) return
    isSaid = true
    log.warn(
      'Requests come through a reverse proxy that TRUST_PROXY does not declare, so limits by address count all of them as one. Set TRUST_PROXY=1, or to the addresses of your proxies.',
    )
  })
}
