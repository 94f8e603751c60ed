import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { scopeFor } from '~/model/access'
import type { Operation, Resource } from '~/model/define'
import type { Grant } from '~/model/grants'
import { parseListQuery, type RawListQuery } from '~/model/query'
import { registry } from '~/model/registry'
import type { Flat } from '../db/flat'
import { findRow, listRows } from '../db/listing'
import type { Context } from '../records/hooks'
import { createRecord, notFound, runAction, updateRecord } from '../records/operations'
import { deleteRecord } from '../records/removal'
import { hooksOf } from '../resources/registry'
import type { Services } from '../services'
import { type Access, actorOf } from './access'
import { inChange } from './change'
import { present } from './present'

type Params = { uid: string }

const uidIn = (request: FastifyRequest) => (request.params as Params).uid

const listHandler =
  (services: Services, resource: Resource): RouteHandlerMethod =>
  async request => {
    const actor = actorOf(request)
    const query = parseListQuery(resource, actor.role, request.query as RawListQuery)
    const { records, count } = await listRows(
      services.database,
      resource,
      query,
      scopeFor(resource, 'read', actor),
    )
    return {
      results: records.map(record => present(services, resource, actor.role, record)),
      meta: { count },
    }
  }

const readHandler =
  (services: Services, resource: Resource): RouteHandlerMethod =>
  async request => {
    const actor = actorOf(request)
    const record = await findRow(
      services.database,
      resource,
      uidIn(request),
      scopeFor(resource, 'read', actor),
    )
    if (!record) throw notFound(resource)
    hooksOf(resource.name).guard?.({ actor }, 'read', record)
    return present(services, resource, actor.role, record)
  }

type Change = (context: Context, request: FastifyRequest) => Promise<Flat>

const changeHandler =
  (services: Services, resource: Resource, status: number, change: Change): RouteHandlerMethod =>
  async (request, reply) => {
    const record = await inChange(services, request, context => change(context, request))
    return reply.status(status).send(present(services, resource, actorOf(request).role, record))
  }

const accessTo = (
  resource: Resource,
  operation: Operation | string,
  grant: Grant | undefined,
): { access: Access } => ({
  access: { resource: resource.name, operation, grant },
})

const addCrud = (app: FastifyInstance, services: Services, resource: Resource) => {
  const { name, grants } = resource
  const hooks = hooksOf(name)
  const on = (operation: Operation) => ({ config: accessTo(resource, operation, grants[operation]) })
  const change = (status: number, work: Change) => changeHandler(services, resource, status, work)
  app.get(`/${name}`, on('read'), listHandler(services, resource))
  app.get(`/${name}/:uid`, on('read'), readHandler(services, resource))
  if (grants.create)
    app.post(
      `/${name}`,
      on('create'),
      change(201, (context, { body }) => createRecord(context, resource, hooks, body)),
    )
  if (grants.update)
    app.patch(
      `/${name}/:uid`,
      on('update'),
      change(200, (context, request) => updateRecord(context, resource, hooks, uidIn(request), request.body)),
    )
  if (grants.delete)
    app.delete(
      `/${name}/:uid`,
      on('delete'),
      change(200, (context, request) => deleteRecord(context, resource, hooks, uidIn(request), request.body)),
    )
}

const addActions = (app: FastifyInstance, services: Services, resource: Resource) => {
  for (const [name, action] of Object.entries(resource.actions ?? {}))
    app.route({
      method: action.method,
      url: `/${resource.name}/:uid/${name}`,
      // A HEAD of an action must not run it.
      exposeHeadRoute: false,
      config: accessTo(resource, name, action.grant),
      handler: changeHandler(services, resource, 200, (context, request) =>
        runAction(context, resource, hooksOf(resource.name), name, uidIn(request)),
      ),
    })
}

/** Every definition's routes: list, read, create, update, delete and its actions, as far as it grants them. */
export const addResourceRoutes = (
  app: FastifyInstance,
  services: Services,
  resources: readonly Resource[] = Object.values(registry),
) => {
  for (const resource of resources) {
    addCrud(app, services, resource)
    addActions(app, services, resource)
  }
}
