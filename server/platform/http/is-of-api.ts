import type { FastifyRequest } from 'fastify'

/**
 * Whether a request is one to the API: by its route, since the router also takes percent-encoded and absolute addresses,
 * or by its address where there is no such route.
 */
export const isOfApi = ({ url, routeOptions }: FastifyRequest) =>
  url.startsWith('/parse') || routeOptions.url?.startsWith('/parse') === true
