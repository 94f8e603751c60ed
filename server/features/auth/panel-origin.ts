import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '~/server/platform/config/config'

type Public = Pick<Config, 'PUBLIC_URL'>

/** Protocol and host of a request. */
export type Asked = Pick<FastifyRequest, 'protocol' | 'host'>

/** The origin that the panel's users see: `PUBLIC_URL`, else that of the request. */
export const panelOrigin = ({ PUBLIC_URL }: Public, request: Asked) =>
  PUBLIC_URL ? new URL(PUBLIC_URL).origin : `${request.protocol}://${request.host}`

/** The host name that passkeys are bound to; undefined where the panel has an IP address, which none can be, or a request names no host. */
export const passkeyHost = (config: Public, request: Asked) => {
  const origin = panelOrigin(config, request)
  if (!URL.canParse(origin)) return undefined
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : hostname
}
