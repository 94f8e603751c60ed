import type { Resource } from '~/model/define'
import { type Grant, scopeNamesOf } from '~/model/grants'
import { DEFAULT_BATCH, MAX_BATCH } from '~/model/query'
import { resourceOf } from '~/model/registry'
import { roles } from '~/model/roles'
import { addressesOf } from '~/server/records/routes/addresses'
import { answer, type Json } from './schemas'

export const who = (grant: Grant | undefined) =>
  roles
    .flatMap(role =>
      scopeNamesOf(grant, role).length > 0 ? [`${role}: ${scopeNamesOf(grant, role).join(' + ')}`] : [],
    )
    .join('; ') || 'nobody'

export const refusals = { '4XX': { $ref: '#/components/responses/Refusal' } }

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

const one = (resource: Resource): Json => ({ $ref: `#/components/schemas/${resource.name}` })

const pageOf = (resource: Resource): Json => ({
  type: 'object',
  properties: {
    results: { type: 'array', items: one(resource) },
    meta: { type: 'object', properties: { count: { type: 'integer' } } },
  },
})

const bodyOf = (resource: Resource): Json => ({
  requestBody: { content: { 'application/json': { schema: one(resource) } } },
})

const delayBody: Json = {
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { delay: { type: 'integer', minimum: 0, description: 'Delay of the removal in days' } },
        },
      },
    },
  },
}

export type Call = { readonly method: string; readonly operation: Json }

const call = (
  resource: Resource,
  method: string,
  grant: Grant | undefined,
  status: string,
  schema: Json,
  more: Json = {},
): Call => ({
  method,
  operation: {
    tags: [resource.name],
    description: who(grant),
    ...more,
    responses: { [status]: answer(resource.name, schema), ...refusals },
  },
})

/** Converts `/videos/:pid/vectos/:uid` to OpenAPI syntax and declares its path parameters. */
export const addressed = (address: string, calls: readonly Call[]): Json => {
  const names = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name)
  return {
    [address.replace(/:(\w+)/g, '{$1}')]: {
      ...(names.length > 0 && {
        parameters: names.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      }),
      ...Object.fromEntries(calls.map(({ method, operation }) => [method, operation])),
    },
  }
}

const listCall = (resource: Resource) =>
  call(resource, 'get', resource.grants.read, '200', pageOf(resource), { parameters: listParameters })

const createCall = (resource: Resource) =>
  call(resource, 'post', resource.grants.create, '201', one(resource), bodyOf(resource))

const recordCalls = (resource: Resource): Call[] => {
  const { grants, removal } = resource
  return [
    call(resource, 'get', grants.read, '200', one(resource)),
    ...(grants.update
      ? [call(resource, 'patch', grants.update, '200', one(resource), bodyOf(resource))]
      : []),
    ...(grants.delete
      ? [
          call(
            resource,
            'delete',
            grants.delete,
            '200',
            one(resource),
            removal === 'delayed' ? delayBody : {},
          ),
        ]
      : []),
  ]
}

/** The paths under a record: its actions, sub-collections and lazy fields. */
const underRecord = (resource: Resource, address: string): Json[] => [
  ...Object.entries(resource.actions ?? {}).map(([name, { method, grant }]) =>
    addressed(`${address}/${name}`, [call(resource, method.toLowerCase(), grant, '200', one(resource))]),
  ),
  ...Object.entries(resource.lists ?? {}).map(([name, hanging]) => {
    const listed = resourceOf(hanging.list)
    return addressed(`${address}/${name}`, [
      listCall(listed),
      ...('create' in hanging ? [createCall(listed)] : []),
    ])
  }),
  ...Object.entries(resource.fields).flatMap(([key, field]) =>
    field.lazy
      ? [addressed(`${address}/${key}`, [call(resource, 'get', resource.grants.read, '200', {})])]
      : [],
  ),
]

/** The paths and operations of a definition. */
export const pathsOf = (resource: Resource): Json => {
  const { lists, creates, records } = addressesOf(resource)
  const made = resource.grants.create ? creates : []
  const collections = [...new Set([...lists, ...made])].map(address =>
    addressed(address, [
      ...(lists.includes(address) ? [listCall(resource)] : []),
      ...(made.includes(address) ? [createCall(resource)] : []),
    ]),
  )
  const under = records.flatMap(address => [
    addressed(address, recordCalls(resource)),
    ...underRecord(resource, address),
  ])
  return Object.assign({}, ...collections, ...under)
}
