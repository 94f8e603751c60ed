import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '~/model/define'
import { ApiError } from '~/model/errors'
import { type Actor, canEver, type Grant, type Scope } from '~/model/grants'
import { asObject } from '~/model/objects'
import type { Reader } from '~/server/records/hooks'
import type { Principal } from '~/server/records/principal'
import type { Services } from '~/server/records/services'

/** Who may call a route: anyone, anyone signed in, or the roles that a grant names. */
export type Access =
  | 'public'
  | 'session'
  | { readonly grant: Grant | undefined; readonly resource: string; readonly operation: Operation | string }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Also on a full disk: it writes next to nothing, and who frees space must get in. */
    onFullDisk?: true
  }
  interface FastifyRequest {
    principal: Principal | null
  }
}

/** The token of a request: a bearer, or what Parse's clients send. */
export const tokenOf = (request: FastifyRequest): string | undefined => {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const header = request.headers['x-parse-session-token']
  const body = asObject(request.body)
  const inBody =
    typeof body === 'object' && typeof body?._SessionToken === 'string' ? body._SessionToken : undefined
  return bearer ?? (typeof header === 'string' ? header : inBody)
}

const sessionExpired = () => new ApiError('session_expired', 'No session, or it has ended')

export const principalOf = (request: FastifyRequest): Principal => {
  if (!request.principal) throw sessionExpired()
  return request.principal
}

export const actorOf = (request: FastifyRequest): Actor => principalOf(request).actor

/** For whom an answer is written. */
export const readerOf = (request: FastifyRequest): Reader => {
  const { actor, lang } = principalOf(request)
  return { role: actor.role, lang }
}

/** Records that are about the actor. */
export const onlyMine = ({ uid }: Actor): Scope => ({ companies: [], published: false, self: uid })

const check = async (request: FastifyRequest, access: Access, services: Services) => {
  if (access === 'public') return
  const token = tokenOf(request)
  request.principal = (token && (await services.sessions.find(token))) || null
  const { actor } = principalOf(request)
  if (typeof access === 'object' && !canEver(access.grant, actor.role))
    throw new ApiError('forbidden', `Not allowed: ${access.operation} of ${access.resource}`)
}

const reading = ['GET', 'HEAD', 'OPTIONS', 'DELETE']

/** On a full disk only what frees space changes anything. @throws ApiError 507 */
const requireRoom = ({ method, routeOptions }: FastifyRequest, { disk }: Services) => {
  if (disk.state() === 'full' && !reading.includes(method) && !routeOptions.config.onFullDisk)
    throw new ApiError('read_only', 'The disk of the server is full: only deleting is possible')
}

/** Refusal by default: a route that does not say who may call it keeps the server from starting. */
export const guardRoutes = (app: FastifyInstance, services: Services) => {
  app.decorateRequest('principal', null)
  app.addHook('onRoute', route => {
    if (!route.config?.access)
      throw new Error(`The route ${String(route.method)} ${route.url} declares no access.`)
  })
  app.addHook('preValidation', async request => {
    if (request.is404) return
    await check(request, request.routeOptions.config.access ?? 'session', services)
    requireRoom(request, services)
  })
}
