import type { IncomingMessage } from 'node:http'

const METHODS = ['PATCH', 'DELETE', 'HEAD']

/**
 * The header X-HTTP-Method-Override of uploads, which the tus protocol requires for clients and proxies that know no PATCH. It
 * applies before the route is found, so that the rights are those of the method.
 * @returns the address, unchanged
 */
export const applyMethodOverride = (request: IncomingMessage): string => {
  const url = request.url ?? '/'
  const method = String(request.headers['x-http-method-override'] ?? '').toUpperCase()
  if (request.method === 'POST' && url.startsWith('/parse/files/') && METHODS.includes(method))
    request.method = method
  return url
}
