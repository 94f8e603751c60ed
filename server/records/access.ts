import type { FastifyInstance, FastifyRequest } from 'fastify'
import { canEverList, scopeFor } from '~/model/access'
import type { Operation, Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { type Actor, canEver, type Grant, type Scope } from '~/model/grants'
import { asObject } from '~/model/objects'
import { parentUidOf } from '~/model/refs'
import { tokenCovers, viewCovers } from '~/model/view-as'
import type { Flat } from '~/server/platform/database/tables'
import type { Principal, Reader, Services } from './context'

/** Access to a route: public, any session, or the roles named by a grant. */
export type Access =
  | 'public'
  | 'session'
  | { readonly grant: Grant | undefined; readonly resource: string; readonly operation: Operation | string }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Opens a route for any session to API tokens too. */
    tokens?: true
    /** Opens a route for any session to views as another user too. */
    views?: true
    /** Opens a route to invited users, who activate their account with it. */
    activates?: true
    /** Fields that a bulk action writes; those of other routes are in their body. */
    writes?: readonly string[]
    /** Allowed on a full disk too: it writes next to nothing, and users who free space must sign in. */
    onFullDisk?: true
  }
  interface FastifyRequest {
    principal: Principal | null
  }
}

/** The session token of a request: a bearer token, or the header or body field that Parse clients send. */
export const tokenOf = (request: FastifyRequest): string | undefined => {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const header = request.headers['x-parse-session-token']
  const body = asObject(request.body)
  const inBody =
    typeof body === 'object' && typeof body?._SessionToken === 'string' ? body._SessionToken : undefined
  return bearer ?? (typeof header === 'string' ? header : inBody)
}

/** The principal of a token; undefined also where the session must give a code first, for connections that are open. */
export const findOpen = (sessions: Services['sessions'], token: string) =>
  sessions.find(token).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  })

const sessionExpired = () => new ApiError('session_expired', 'No session, or it has ended')

export const principalOf = (request: FastifyRequest): Principal => {
  if (!request.principal) throw sessionExpired()
  return request.principal
}

export const actorOf = (request: FastifyRequest): Actor => principalOf(request).actor

/** The reader of a response. */
export const readerOf = (request: FastifyRequest): Reader => {
  const { actor, lang, view } = principalOf(request)
  return { role: actor.role, lang, ...(view && { limit: view.by.role }) }
}

/** The records that the actor may list. @throws ApiError 403 */
export const requireListScope = (resource: Resource, actor: Actor): Scope => {
  if (!canEverList(resource, actor)) throw new ApiError('forbidden', `Not allowed: list of ${resource.name}`)
  return scopeFor(resource, 'read', actor)
}

/** Limits the scope to records of the actor. */
export const onlyMine = ({ uid }: Actor): Scope => ({ companies: [], published: false, self: uid })

/** @throws ApiError 403 for an API token whose access does not cover the route and the written fields */
const checkToken = ({ principal, routeOptions, body }: FastifyRequest, access: Exclude<Access, 'public'>) => {
  if (!principal?.token) return
  const fields = [...(routeOptions.config.writes ?? []), ...Object.keys(asObject(body))]
  const covered =
    access === 'session'
      ? routeOptions.config.tokens === true
      : tokenCovers(principal.token.access, access.resource, access.operation, fields)
  if (!covered) throw new ApiError('token_access', 'This API token does not cover that')
}

/** Restricts a view as another user to reading what views may show. @throws ApiError 403 */
const checkView = (
  { principal, method, routeOptions }: FastifyRequest,
  access: Exclude<Access, 'public'>,
) => {
  if (!principal?.view) return
  const shown =
    access === 'session' ? routeOptions.config.views === true : viewCovers(access.resource, access.operation)
  if (!shown || !['GET', 'HEAD'].includes(method))
    throw new ApiError('view_only', 'Who sees the panel as another user changes nothing, and sees no secret')
}

const check = async (request: FastifyRequest, access: Access, services: Services) => {
  if (access === 'public') return
  const token = tokenOf(request)
  request.principal = (token && (await services.sessions.find(token))) || null
  const { actor, pending } = principalOf(request)
  if (pending && !request.routeOptions.config.activates) throw sessionExpired()
  checkToken(request, access)
  checkView(request, access)
  if (typeof access === 'object' && !canEver(access.grant, actor.role))
    throw new ApiError('forbidden', `Not allowed: ${access.operation} of ${access.resource}`)
}

const reading = ['GET', 'HEAD', 'OPTIONS', 'DELETE']

/** Rejects changes on a full disk, except for requests that free space. @throws ApiError 507 */
const requireRoom = ({ method, routeOptions }: FastifyRequest, { disk }: Services) => {
  if (disk.isReadOnly() && !reading.includes(method) && !routeOptions.config.onFullDisk)
    throw new ApiError('read_only', 'The disk of the server is full or read-only: only deleting is possible')
}

/** Denies by default: a route that declares no access prevents the server from starting. */
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

export const forbidden = (resource: Resource, operation: string) =>
  new ApiError('forbidden', `Not allowed: ${operation} of ${resource.name}`)

export const notFound = (resource: Resource) =>
  new ApiError('not_found', `There is no such record in ${resource.name}`)

/** True if the record was requested under a parent that is not its own. */
export const isElsewhere = (resource: Resource, record: Flat, parentUid: string | undefined) =>
  parentUid !== undefined && parentUidOf(resource, record) !== parentUid
