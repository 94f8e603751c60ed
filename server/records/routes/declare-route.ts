import type { FastifyRequest, FastifySchema, RouteHandlerMethod } from 'fastify'
import { z } from 'zod'
import type { Operation, Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import type { Grant } from '~/model/grants'
import { asObject } from '~/model/objects'
import type { Flat } from '~/server/platform/database/flat'
import { describe, pathPart } from '~/server/platform/http/route-schemas'
import type { Context, Values } from '~/server/records/hooks'
import { checkedByWriter } from '~/server/records/schemas/record-schemas'
import type { Services } from '~/server/records/services'
import { StaleRecord } from '~/server/records/writing/update-record'
import { type Access, actorOf, readerOf } from './access'
import { answerCreation } from './answer-creation'
import { inTransaction } from './in-transaction'
import { present } from './present'
import { paramsOf } from './record-reading'

/** A change that a route makes, in its transaction. */
export type Change = (context: Context, request: FastifyRequest) => Promise<Flat>

const bodyOf = ({ body }: FastifyRequest): Values => asObject(body)

const prepare = (services: Services, resource: Resource, request: FastifyRequest) => {
  const caller = { services, actor: actorOf(request), address: request.ip }
  return services.hooksOf(resource.name).prepare?.(caller, bodyOf(request), paramsOf(request).uid)
}

/** Makes a change. @returns the record as its reader sees it, and what is shown once */
const answerOf = async (context: Context, resource: Resource, request: FastifyRequest, change: Change) => {
  const { services } = context
  const reader = readerOf(request)
  try {
    const record = await change(context, request)
    return { ...present(services, resource, reader, record), ...context.shownOnce }
  } catch (error) {
    if (!(error instanceof StaleRecord)) throw error
    const current = present(services, resource, reader, error.record)
    throw new ApiError(error.code, error.message, { current })
  }
}

export const changeHandler =
  (services: Services, resource: Resource, change: Change): RouteHandlerMethod =>
  async (request, reply) => {
    const prepared = await prepare(services, resource, request)
    const work = (context: Context) => answerOf(context, resource, request, change)
    return reply.send(await inTransaction(services, request, work, prepared))
  }

export const creationHandler =
  (services: Services, resource: Resource, change: Change): RouteHandlerMethod =>
  (request, reply) =>
    answerCreation(services, request, reply, {
      prepare: () => prepare(services, resource, request),
      create: context => answerOf(context, resource, request, change),
    })

const accessOf = (
  resource: Resource,
  operation: Operation | string,
  grant: Grant | undefined,
): { access: Access } => ({ access: { resource: resource.name, operation, grant } })

const pathOf = (address: string) =>
  z.object(Object.fromEntries([...address.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, pathPart])))

const grantOf = ({ grants, actions }: Resource, operation: string): Grant | undefined => {
  const granted: Readonly<Record<string, Grant | undefined>> = grants
  return granted[operation] ?? actions?.[operation]?.grant
}

/** What a route of a definition declares: its access, its schemas, and that writers validate the body. */
export const declare = (
  resource: Resource,
  operation: Operation | string,
  address: string,
  { summary, ...schema }: FastifySchema & { readonly summary: string },
) => ({
  config: accessOf(resource, operation, grantOf(resource, operation)),
  schema: describe(summary, { tags: [resource.name], params: pathOf(address), ...schema }),
  ...(schema.body !== undefined && { validatorCompiler: checkedByWriter(resource) }),
})
