import { isRequired } from '~/model/access'
import type { Operation, Resource } from '~/model/define'
import type { Field, Kind } from '~/model/fields'
import { type Grant, reachesOf } from '~/model/grants'
import { DEFAULT_BATCH, MAX_BATCH } from '~/model/query'
import { languages, roles } from '~/model/roles'

type Json = Readonly<Record<string, unknown>>

const link: Json = {
  type: 'object',
  properties: { ref: { type: 'string' }, label: { type: 'string', readOnly: true } },
  required: ['ref'],
}

const typeOf: Record<Kind, Json> = {
  text: { type: 'string' },
  multiline: { type: 'string' },
  email: { type: 'string', format: 'email' },
  password: { type: 'string', format: 'password', writeOnly: true },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  date: { type: 'string', format: 'date-time' },
  choice: { type: 'string' },
  link,
  links: { type: 'array', items: link },
  rich: {
    type: 'object',
    description: 'HTML by language',
    properties: Object.fromEntries(languages.map(lang => [lang, { type: 'string' }])),
  },
  file: { type: 'object', description: 'The descriptor that GET /files/{id} answers' },
  tags: { type: 'array', items: { type: 'string' } },
  json: {},
}

const schemaOf = (field: Field): Json => ({
  ...typeOf[field.kind],
  ...(field.options && { enum: field.options }),
  ...(field.target && { description: `A record of ${field.target}` }),
  ...(field.locked && { readOnly: true }),
  ...(field.kind !== 'integer' && field.max && { maxLength: field.max }),
  ...(field.kind !== 'integer' && field.min && { minLength: field.min }),
})

const recordSchema = ({ fields }: Resource): Json => ({
  type: 'object',
  properties: {
    uid: { type: 'string', readOnly: true },
    ...Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOf(field)])),
  },
  required: Object.keys(fields).filter(key => fields[key] && isRequired(fields[key], 'create')),
})

const who = (grant: Grant | undefined) =>
  roles
    .flatMap(role =>
      reachesOf(grant, role).length > 0 ? [`${role}: ${reachesOf(grant, role).join(' + ')}`] : [],
    )
    .join('; ') || 'nobody'

const refusals = { '4XX': { $ref: '#/components/responses/Refusal' } }

const answer = (description: string, schema: Json) => ({
  description,
  content: { 'application/json': { schema } },
})

const listParameters = [
  { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0, default: 0 } },
  {
    name: 'batch',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: MAX_BATCH, default: DEFAULT_BATCH },
  },
  {
    name: 'q',
    in: 'query',
    description: 'One JSON object: field path to value, list or operators',
    schema: { type: 'string' },
  },
  { name: 'fsort', in: 'query', schema: { type: 'string' } },
  { name: 'osort', in: 'query', schema: { enum: ['asc', 'desc'] } },
]

const pathsOf = (resource: Resource): Json => {
  const { name, grants, actions = {} } = resource
  const one = { $ref: `#/components/schemas/${name}` }
  const page = {
    type: 'object',
    properties: {
      results: { type: 'array', items: one },
      meta: { type: 'object', properties: { count: { type: 'integer' } } },
    },
  }
  const body = { requestBody: { content: { 'application/json': { schema: one } } } }
  const call = (operation: Operation, status: string, more: Json = {}, schema: Json = one) => ({
    [{ read: 'get', create: 'post', update: 'patch', delete: 'delete' }[operation]]: {
      tags: [name],
      description: who(grants[operation]),
      ...more,
      responses: { [status]: answer(name, schema), ...refusals },
    },
  })
  const declared = (operation: Operation, made: Json) => (grants[operation] ? made : {})
  const named = { parameters: [{ name: 'uid', in: 'path', required: true, schema: { type: 'string' } }] }
  return {
    [`/${name}`]: {
      ...call('read', '200', { parameters: listParameters }, page),
      ...declared('create', call('create', '201', body)),
    },
    [`/${name}/{uid}`]: {
      ...named,
      ...call('read', '200'),
      ...declared('update', call('update', '200', body)),
      ...declared('delete', call('delete', '200')),
    },
    ...Object.fromEntries(
      Object.entries(actions).map(([action, { method, grant }]) => [
        `/${name}/{uid}/${action}`,
        {
          ...named,
          [method.toLowerCase()]: {
            tags: [name],
            description: who(grant),
            responses: { '200': answer(name, one), ...refusals },
          },
        },
      ]),
    ),
  }
}

const refusal = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'Stable; see model/errors.ts' },
    message: { type: 'string', description: 'English, for logs' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

/** OpenAPI 3.1 of every definition: its routes, fields and who may call what. */
export const openApi = (resources: readonly Resource[]): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Vecto admin',
    version: '1',
    description: 'Bearer token from POST /login, client id in X-Client-Id.',
  },
  servers: [{ url: '/parse' }],
  security: [{ session: [] }],
  paths: Object.assign({}, ...resources.map(pathsOf)),
  components: {
    securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    schemas: Object.fromEntries(resources.map(resource => [resource.name, recordSchema(resource)])),
    responses: { Refusal: answer('Refused', refusal) },
  },
})
