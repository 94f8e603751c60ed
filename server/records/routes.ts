import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Action, Resource } from '~/model/define'
import { parentOf, refOfRecord } from '~/model/refs'
import { registry, resourceOf } from '~/model/registry'
import { addBulkRoutes } from './bulk'
import { createRecord, deleteRecord, runAction, updateRecord } from './change'
import type { Context, Services, Values } from './context'
import {
  addressesOf,
  type Change,
  changeHandler,
  creationHandler,
  creationHeaders,
  declare,
  lazyFieldHandler,
  listHandler,
  paramsOf,
  readHandler,
  readRecord,
  subCollectionHandler,
  usesHandler,
} from './handlers'
import { readSchema } from './kinds'
import { deletion, listQuery, schemasOf } from './schemas'
import { usesResponse } from './uses'

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
  const { grants, name } = resource
  const { lists, creates, records } = addressesOf(resource)
  const { record, page, create, update } = schemasOf(resource)
  const change = (work: Change) => changeHandler(services, resource, work)
  for (const address of lists)
    app.get(
      address,
      declare(resource, 'read', address, {
        summary: `List ${name}`,
        querystring: listQuery,
        response: { 200: page },
      }),
      listHandler(services, resource),
    )
  for (const address of records)
    app.get(
      address,
      declare(resource, 'read', address, { summary: `Read one of ${name}`, response: { 200: record } }),
      readHandler(services, resource),
    )
  if (grants.create)
    for (const address of creates)
      app.post(
        address,
        declare(resource, 'create', address, {
          summary: `Create one of ${name}`,
          headers: creationHeaders,
          body: create,
          response: { 201: record },
        }),
        creationHandler(services, resource, creating(resource)),
      )
  if (grants.update)
    for (const address of records)
      app.patch(
        address,
        declare(resource, 'update', address, {
          summary: `Change one of ${name}`,
          body: update,
          response: { 200: record },
        }),
        change((context, request) => updateRecord(context, resource, paramsOf(request), request.body)),
      )
  if (grants.delete)
    for (const address of records)
      app.delete(
        address,
        declare(resource, 'delete', address, {
          summary: `Delete one of ${name}`,
          ...(resource.removal === 'delayed' && { body: deletion }),
          response: { 200: record },
        }),
        change((context, request) => deleteRecord(context, resource, paramsOf(request), request.body)),
      )
}

/** The response of an action: the record, the uid of one that it created, and the texts that it shows once. */
const answerOf = (resource: Resource, { shownOnce = [], creates }: Action<string>) => {
  const { record } = schemasOf(resource)
  const more = [...shownOnce, ...(creates ? ['created'] : [])]
  return more.length > 0 ? record.extend(Object.fromEntries(more.map(key => [key, z.string()]))) : record
}

const addActions = (app: FastifyInstance, services: Services, resource: Resource) => {
  for (const address of addressesOf(resource).records)
    for (const [name, action] of Object.entries(resource.actions ?? {}))
      app.route({
        method: action.method,
        url: `${address}/${name}`,
        // A HEAD request must not run the action.
        exposeHeadRoute: false,
        ...declare(resource, name, address, {
          summary: `The action '${name}' on one of ${resource.name}`,
          response: { 200: answerOf(resource, action) },
        }),
        handler: changeHandler(services, resource, (context, request) =>
          runAction(context, resource, name, paramsOf(request)),
        ),
      })
}

const addSubCollections = (app: FastifyInstance, services: Services, resource: Resource) => {
  for (const address of addressesOf(resource).records)
    for (const [name, subCollection] of Object.entries(resource.lists ?? {})) {
      const listed = resourceOf(subCollection.list)
      const { page, create, record } = schemasOf(listed)
      const url = `${address}/${name}`
      app.get(
        url,
        declare(resource, 'read', url, {
          summary: `List ${listed.name} of one of ${resource.name}`,
          querystring: listQuery,
          response: { 200: page },
        }),
        subCollectionHandler(services, resource, subCollection),
      )
      if (!('create' in subCollection)) continue
      const creatingIn: Change = async (context, request) => {
        const place = await locationIn(context, resource, subCollection.by, paramsOf(request).uid)
        return createRecord(context, listed, request.body, place)
      }
      app.post(
        url,
        declare(listed, 'create', url, {
          summary: `Create one of ${listed.name} in one of ${resource.name}`,
          headers: creationHeaders,
          body: create,
          response: { 201: record },
        }),
        creationHandler(services, listed, creatingIn),
      )
    }
}

const addLazyFields = (app: FastifyInstance, services: Services, resource: Resource) => {
  for (const address of addressesOf(resource).records)
    for (const [key, field] of Object.entries(resource.fields))
      if (field.lazy && field.read?.length !== 0)
        app.get(
          `${address}/${key}`,
          declare(resource, 'read', address, {
            summary: `Read the field '${key}' of one of ${resource.name}`,
            response: { 200: readSchema(field) },
          }),
          lazyFieldHandler(services, resource, key),
        )
}

/** Route for the uses of a record, for users who may delete it. */
const addUses = (app: FastifyInstance, services: Services, resource: Resource) => {
  if (!resource.grants.delete) return
  for (const address of addressesOf(resource).records)
    app.get(
      `${address}/uses`,
      declare(resource, 'delete', `${address}/uses`, {
        summary: `What links to one of ${resource.name}`,
        response: { 200: usesResponse },
      }),
      usesHandler(services, resource),
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
    addUses(app, services, resource)
    addBulkRoutes(app, services, resource)
  }
}
