import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Operation, Resource } from '~/model/define'
import type { Grant } from '~/model/grants'
import { asObject } from '~/model/objects'
import { parentOf, refOfRecord } from '~/model/refs'
import { registry, resourceOf } from '~/model/registry'
import type { Flat } from '~/server/platform/database/flat'
import type { Context, Values } from '~/server/records/hooks'
import type { Services } from '~/server/records/services'
import { createRecord } from '~/server/records/writing/create-record'
import { deleteRecord } from '~/server/records/writing/delete-record'
import { runAction } from '~/server/records/writing/run-action'
import { updateRecord } from '~/server/records/writing/update-record'
import { type Access, actorOf, readerOf } from './access'
import { addressesOf } from './addresses'
import { inTransaction } from './in-transaction'
import { present } from './present'
import {
  lazyFieldHandler,
  listHandler,
  paramsOf,
  readHandler,
  readRecord,
  subCollectionHandler,
} from './record-reading'

type Change = (context: Context, request: FastifyRequest) => Promise<Flat>

const bodyOf = ({ body }: FastifyRequest): Values => asObject(body)

const prepare = (services: Services, resource: Resource, request: FastifyRequest) => {
  const caller = { services, actor: actorOf(request), address: request.ip }
  return services.hooksOf(resource.name).prepare?.(caller, bodyOf(request), paramsOf(request).uid)
}

const changeHandler =
  (services: Services, resource: Resource, status: number, change: Change): RouteHandlerMethod =>
  async (request, reply) => {
    const prepared = await prepare(services, resource, request)
    const record = await inTransaction(services, request, context => change(context, request), prepared)
    return reply.status(status).send(present(services, resource, readerOf(request), record))
  }

const accessOf = (
  resource: Resource,
  operation: Operation | string,
  grant: Grant | undefined,
): { access: Access } => ({ access: { resource: resource.name, operation, grant } })

/** A link to the record named in the address. The actor must be able to read that record. */
const locationIn = async (
  context: Context,
  holder: Resource,
  field: string,
  uid: string,
): Promise<Values> => {
  const record = await readRecord({ ...context.services, database: context.tx }, holder, context.actor, {
    uid,
  })
  const company = holder.company === 'uid' ? undefined : record[holder.company ?? '']
  return { [field]: { ref: refOfRecord(holder, record) }, ...(company ? { company } : {}) }
}

const creating = (resource: Resource): Change => {
  const parent = parentOf(resource)
  return async (context, request) => {
    const { parentUid } = paramsOf(request)
    const place =
      parent !== undefined && parentUid !== undefined
        ? await locationIn(context, resourceOf(parent), resource.parent ?? '', parentUid)
        : {}
    return createRecord(context, resource, request.body, place)
  }
}

const addCrud = (app: FastifyInstance, services: Services, resource: Resource) => {
  const { grants } = resource
  const { lists, creates, records } = addressesOf(resource)
  const on = (operation: Operation) => ({ config: accessOf(resource, operation, grants[operation]) })
  const change = (status: number, work: Change) => changeHandler(services, resource, status, work)
  for (const address of lists) app.get(address, on('read'), listHandler(services, resource))
  for (const address of records) app.get(address, on('read'), readHandler(services, resource))
  if (grants.create)
    for (const address of creates) app.post(address, on('create'), change(201, creating(resource)))
  if (grants.update)
    for (const address of records)
      app.patch(
        address,
        on('update'),
        change(200, (context, request) => updateRecord(context, resource, paramsOf(request), request.body)),
      )
  if (grants.delete)
    for (const address of records)
      app.delete(
        address,
        on('delete'),
        change(200, (context, request) => deleteRecord(context, resource, paramsOf(request), request.body)),
      )
}

const addActions = (app: FastifyInstance, services: Services, resource: Resource) => {
  for (const address of addressesOf(resource).records)
    for (const [name, action] of Object.entries(resource.actions ?? {}))
      app.route({
        method: action.method,
        url: `${address}/${name}`,
        // A HEAD request must not run the action.
        exposeHeadRoute: false,
        config: accessOf(resource, name, action.grant),
        handler: changeHandler(services, resource, 200, (context, request) =>
          runAction(context, resource, name, paramsOf(request)),
        ),
      })
}

const addSubCollections = (app: FastifyInstance, services: Services, resource: Resource) => {
  for (const address of addressesOf(resource).records)
    for (const [name, hanging] of Object.entries(resource.lists ?? {})) {
      const listed = resourceOf(hanging.list)
      const url = `${address}/${name}`
      const handler = subCollectionHandler(services, resource, hanging)
      app.get(url, { config: accessOf(resource, 'read', resource.grants.read) }, handler)
      if (!('create' in hanging)) continue
      const making: Change = async (context, request) => {
        const place = await locationIn(context, resource, hanging.by, paramsOf(request).uid)
        return createRecord(context, listed, request.body, place)
      }
      app.post(
        url,
        { config: accessOf(listed, 'create', listed.grants.create) },
        changeHandler(services, listed, 201, making),
      )
    }
}

const addLazyFields = (app: FastifyInstance, services: Services, resource: Resource) => {
  for (const address of addressesOf(resource).records)
    for (const [key, field] of Object.entries(resource.fields))
      if (field.lazy)
        app.get(
          `${address}/${key}`,
          { config: accessOf(resource, 'read', resource.grants.read) },
          lazyFieldHandler(services, resource, key),
        )
}

/** Routes of all definitions, per their grants: list, CRUD, actions and sub-collections. */
export const addResourceRoutes = (
  app: FastifyInstance,
  services: Services,
  resources: readonly Resource[] = Object.values(registry),
) => {
  for (const resource of resources) {
    addCrud(app, services, resource)
    addActions(app, services, resource)
    addSubCollections(app, services, resource)
    addLazyFields(app, services, resource)
  }
}
