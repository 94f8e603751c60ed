import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Grant, scopeNamesOf } from '~/model/grants'
import { asObject, isObject } from '~/model/objects'
import { roles } from '~/model/roles'
import type { Access } from '~/server/records/routes/access'
import { allTags, operationIdOf, tagOf } from './operations'
import { withExamples } from './request-examples'

const refusal = z
  .object({
    code: z.union([z.string(), z.int()]).meta({ description: 'Stable; see model/errors.ts' }),
    message: z.string().meta({ description: 'English, for logs' }),
    fields: z.record(z.string(), z.string()).optional().meta({ description: 'A code by field path' }),
    params: z.record(z.string(), z.unknown()).optional(),
    current: z.record(z.string(), z.unknown()).optional().meta({ description: 'On stale: the record now' }),
    reason: z.string().optional().meta({ description: 'The code, where `code` is a number of Parse' }),
    error: z.string().optional().meta({ description: 'The message, as Parse clients read it' }),
  })
  .meta({ id: 'Refusal', description: 'Why the request was refused' })

/** The roles of a grant, with the records that each reaches. */
const who = (grant: Grant | undefined) =>
  roles
    .flatMap(role => {
      const scopes = scopeNamesOf(grant, role)
      return scopes.length > 0 ? [`${role}: ${scopes.join(' + ')}`] : []
    })
    .join('; ') || 'nobody'

const describeAccess = (access: Access | undefined) => {
  if (access === 'public') return { description: 'Anyone', security: [] }
  return { description: access === 'session' || !access ? 'Signed in' : who(access.grant) }
}

const PREFIX = '/parse'

const isOfApi = (url: string) => url.startsWith(`${PREFIX}/`)

/** `/parse/dl/*` → `/parse/dl/:path`: OpenAPI names every parameter. */
const named = (url: string) => url.replace('*', ':path')

const pathParams = z.object({ path: z.string().meta({ description: 'The rest of the address' }) })

type Transformed = Parameters<typeof jsonSchemaTransform>[0]

const transform = (document: Transformed) => {
  const { schema, url, route } = document
  if (!isOfApi(url) || !schema) return { schema: { ...schema, hide: true }, url }
  const address = named(url)
  const full = {
    ...schema,
    ...describeAccess(route.config?.access),
    tags: schema.tags ?? [tagOf(address.slice(PREFIX.length))],
    operationId: operationIdOf(String(route.method), address.slice(PREFIX.length)),
    ...(url !== address && { params: pathParams }),
    // Ranges such as 4XX are no identifiers, which some generators make of them.
    response: { 400: refusal, ...(schema.response ?? {}), default: refusal },
  }
  return jsonSchemaTransform({ ...document, schema: full, url: address })
}

type Described = Readonly<Record<string, unknown>>

const statusOf = (status: string) =>
  STATUS_CODES[status] ?? 'The request is refused, or the server cannot answer'

const isEmpty = (schema: unknown) => isObject(schema) && Object.keys(schema).length === 0

/**
 * Describes the responses that have no description by their status. A choice between anything and null is anything, which
 * generated clients understand.
 */
const completed = (description: Described): Described =>
  JSON.parse(JSON.stringify(description), (_key, value) => {
    if (isObject(value) && Array.isArray(value.anyOf) && value.anyOf.some(isEmpty)) {
      const { anyOf: _, ...rest } = value
      return rest
    }
    if (!isObject(value) || !isObject(value.responses)) return value
    for (const [status, response] of Object.entries(value.responses))
      if (isObject(response) && response.description === 'Default Response')
        response.description = statusOf(status)
    return value
  })

/**
 * Records are referred to in responses only: a schema that no operation refers to is left out. By name, since the order in
 * which they were made depends on what was loaded first.
 */
const withoutUnused = (description: Described): Described => {
  const components = asObject(description.components)
  const schemas = asObject(components.schemas)
  const used = new Set<string>()
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  follow(description.paths)
  const kept = [...used].sort().map(name => [name, schemas[name]] as const)
  return { ...description, components: { ...components, schemas: Object.fromEntries(kept) } }
}

type Summarized = FastifySchema & { readonly summary?: string }

/** @throws Error for a route of the API that does not say what it does and what it responds */
const requireDescription = ({ url, method, schema }: RouteOptions & { schema?: Summarized }) => {
  if (isOfApi(url) && !(schema?.summary && schema.response))
    throw new Error(`The route ${String(method)} ${url} declares no summary, or no response.`)
}

/**
 * Makes the zod schemas of the routes what requests are validated by and what `GET docs` describes. Responses are
 * not validated here: the contract tests validate each against the description.
 */
export const describeApi = async (app: FastifyInstance) => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRoute', requireDescription)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vecto admin',
        version: '1',
        description: 'Bearer token from POST /login, client id in X-Client-Id.',
        contact: { name: 'The provider of this server' },
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      tags: allTags,
      servers: [{ url: '/parse' }],
      security: [{ session: [] }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform,
    transformObject: document =>
      withExamples(withoutUnused(completed({ ...jsonSchemaTransformObject(document) }))),
  })
}
