import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '~/server/platform/config/config'

type Public = Pick<Config, 'PUBLIC_URL'>

/** The origin that the panel's users see: `PUBLIC_URL`, else that of the request. */
export const panelOrigin = ({ PUBLIC_URL }: Public, request: FastifyRequest) =>
  PUBLIC_URL ? new URL(PUBLIC_URL).origin : `${request.protocol}://${request.host}`

/** The host name that passkeys are bound to; undefined where the panel has an IP address, which none can be. */
export const passkeyHost = (config: Public, request: FastifyRequest) => {
  const { hostname } = new URL(panelOrigin(config, request))
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : hostname
}
