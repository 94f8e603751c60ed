import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Grant, roles, scopeNamesOf } from '~/model/grants'
import { escapeHtml } from '~/model/mail/mail-message'
import { asObject, isObject } from '~/model/objects'
import { registry } from '~/model/registry'
import type { App } from '~/server/platform/http/route-schemas'
import type { Access } from './access'

/** Groups of operations that belong to no resource, with their purpose. */
const groups: Readonly<Record<string, string>> = {
  'sign-in': 'Sessions begin and end: passwords, passkeys, third-party sign-in, links of e-mails',
  account: 'The person who is signed in: profile, sessions, second factor, passkeys',
  files: 'Uploads (tus 1.0.0) and downloads',
  values: 'Values of a field, for choices of filters',
  maintenance: 'The outbox, search keywords, counters and the job queue, for the provider',
  server: 'Health, settings, usage, the stream of changes and this description',
}

/** Groups by the beginning of an address; the first that fits. */
const groupOfAddress = [
  ['/me/notifications', 'notifications'],
  ['/me/invitations', 'guests'],
  ['/me', 'account'],
  ['/users/me', 'account'],
  ['/login', 'sign-in'],
  ['/logout', 'sign-in'],
  ['/requestPasswordReset', 'sign-in'],
  ['/oidc', 'sign-in'],
  ['/passkeys', 'sign-in'],
  ['/onboarding', 'sign-in'],
  ['/utils', 'maintenance'],
] as const

/** The group of a route that declares none. */
const tagOf = (address: string) =>
  groupOfAddress.find(([start]) => address === start || address.startsWith(`${start}/`))?.[1] ?? 'server'

/** Every group, as the description lists them. */
const allTags = [
  ...Object.keys(registry).map(name => ({ name, description: `The resource ${name}` })),
  ...Object.entries(groups).map(([name, description]) => ({ name, description })),
].sort((one, other) => (one.name < other.name ? -1 : 1))

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * The name of an operation, which generated clients give their functions: `GET /companies/:uid/groups` is
 * `getCompaniesByUidGroups`.
 */
const operationIdOf = (method: string, address: string) =>
  method.toLowerCase() +
  address
    .split(/[/._-]/)
    .filter(part => part !== '')
    .map(part => (part.startsWith(':') ? `By${capital(part.slice(1))}` : capital(part)))
    .join('')

type Described = Readonly<Record<string, unknown>>

const JSON_BODY = 'application/json'

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** Sample with the required properties; without any, with the first: an empty change would be no example. */
const sampleObject = ({ properties, required }: Described) => {
  const members = asObject(properties)
  const names =
    Array.isArray(required) && required.length > 0 ? required.map(String) : Object.keys(members).slice(0, 1)
  return Object.fromEntries(names.map(name => [name, sampleOf(members[name])]))
}

const byType: Readonly<Record<string, (schema: Described) => unknown>> = {
  object: sampleObject,
  array: ({ items }) => (items ? [sampleOf(items)] : []),
  string: () => 'text',
  integer: ({ minimum }) => Math.max(1, Number(minimum ?? 1)),
  number: ({ minimum }) => Math.max(1, Number(minimum ?? 1)),
  boolean: () => true,
}

/** A value that a JSON schema accepts: its own example, its first choice, or a plain one of its type. */
export const sampleOf = (schema: unknown): unknown => {
  const { example, anyOf, type, ...rest } = asObject(schema)
  if (example !== undefined) return example
  if ('const' in rest) return rest.const
  if (Array.isArray(rest.enum)) return rest.enum[0]
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0])
  if ('default' in rest) return rest.default
  return byType[String(firstOf(type) ?? 'object')]?.({ ...rest })
}

const withExample = (call: Described) => {
  const body = asObject(call.requestBody)
  const content = asObject(body.content)
  const { schema } = asObject(content[JSON_BODY])
  if (!schema) return call
  const json = { schema, example: sampleOf(schema) }
  return { ...call, requestBody: { ...body, content: { ...content, [JSON_BODY]: json } } }
}

const mapValues = (object: unknown, change: (value: Described) => unknown) =>
  Object.fromEntries(
    Object.entries(asObject(object)).map(([key, value]) => [key, isObject(value) ? change(value) : value]),
  )

/** Gives each request with a JSON body an example, which the request's own schema accepts. */
const withExamples = (description: Described): Described => ({
  ...description,
  paths: mapValues(description.paths, calls => mapValues(calls, withExample)),
})

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

/** @throws Error for a route of the API without a summary and response schemas */
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

const text = (value: unknown) => escapeHtml(String(value ?? ''))

const listIn = (value: unknown): Described[] => (Array.isArray(value) ? value.filter(isObject) : [])

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
nav ul { columns: 12rem; padding-left: 1.2rem }
summary { cursor: pointer; padding: .35rem 0; overflow-wrap: anywhere }
summary b { display: inline-block; min-width: 4.5rem }
details { border-bottom: 1px solid #8884 }
details > div { padding: 0 0 1rem 1rem; overflow-x: auto }
table { border-collapse: collapse } td, th { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top }
pre { overflow-x: auto; background: #8882; padding: .75rem; border-radius: 4px }
`

/** A schema in a line: `string, at most 120`, `object Media`, `array of string`. */
const typeOf = (schema: unknown): string => {
  const { $ref, type, anyOf, items, enum: choices, maxLength, format, const: fixed } = asObject(schema)
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' or ')
  if (fixed !== undefined) return JSON.stringify(fixed)
  if (Array.isArray(choices)) return choices.map(choice => JSON.stringify(choice)).join(' or ')
  if (type === 'array') return `array of ${typeOf(items)}`
  const limits = [format, maxLength !== undefined && `at most ${maxLength} characters`].filter(Boolean)
  return [type ?? 'anything', ...limits].join(', ')
}

const row = (cells: readonly unknown[]) => `<tr>${cells.map(cell => `<td>${text(cell)}</td>`).join('')}</tr>`

const table = (head: readonly string[], rows: readonly string[]) =>
  rows.length > 0
    ? `<table><tr>${head.map(name => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table>`
    : ''

/** The members of an object, with their types. */
const members = (schema: unknown) => {
  const { properties, required } = asObject(schema)
  const needed = Array.isArray(required) ? required : []
  return Object.entries(asObject(properties)).map(([name, member]) =>
    row([name, needed.includes(name) ? 'required' : '', typeOf(member), asObject(member).description]),
  )
}

const bodyOf = (operation: Described) => {
  const { schema, example } = asObject(asObject(asObject(operation.requestBody).content)['application/json'])
  if (!schema) return ''
  const sent = example === undefined ? '' : `<pre>${text(JSON.stringify(example, null, 2))}</pre>`
  return `<h4>Body</h4>${table(['Field', '', 'Type', ''], members(schema))}${sent}`
}

const responsesOf = (operation: Described) =>
  table(
    ['Status', 'Meaning', 'Body'],
    Object.entries(asObject(operation.responses)).map(([status, response]) => {
      const { description, content } = asObject(response)
      const bodies = Object.entries(asObject(content)).map(([type, body]) => {
        const schema = typeOf(asObject(body).schema)
        return type === 'application/json' ? schema : `${type}: ${schema}`
      })
      return row([status, description, bodies.join('; ')])
    }),
  )

const operationOf = (method: string, path: string, operation: Described) => {
  const parameters = listIn(operation.parameters).map(({ name, in: place, required, schema, description }) =>
    row([name, place, required ? 'required' : '', typeOf(schema), description]),
  )
  return `<details id="${text(operation.operationId)}">
<summary><b>${method.toUpperCase()}</b> <code>${text(path)}</code> — ${text(operation.summary)}</summary>
<div><p>Open to: ${text(operation.description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${table(['Name', 'In', '', 'Type', ''], parameters)}` : ''}
${bodyOf(operation)}
<h4>Responses</h4>${responsesOf(operation)}</div></details>`
}

/** The description of the API as an HTML page: works without scripts, and prints. */
export const docsPage = (description: Described): string => {
  const { title, description: about } = asObject(description.info)
  const operations = Object.entries(asObject(description.paths)).flatMap(([path, methods]) =>
    Object.entries(asObject(methods)).map(([method, operation]) => ({
      path,
      method,
      operation: asObject(operation),
    })),
  )
  const groups = listIn(description.tags)
    .map(tag => ({
      ...{ name: text(tag.name), about: text(tag.description) },
      own: operations.filter(
        ({ operation }) => JSON.stringify(operation.tags) === JSON.stringify([tag.name]),
      ),
    }))
    .filter(({ own }) => own.length > 0)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}: API</title><style>${style}</style>
<h1>${text(title)}: API</h1>
<p>${text(about)} Addresses are below <code>/parse</code>. The same as OpenAPI 3.1, for programs: this address with
<code>Accept: application/json</code>.</p>
<nav><ul>${groups.map(({ name, own }) => `<li><a href="#${name}">${name}</a> (${own.length})</li>`).join('')}</ul></nav>
${groups
  .map(
    group =>
      `<section><h2 id="${group.name}">${group.name}</h2><p>${group.about}.</p>${group.own
        .map(({ method, path, operation }) => operationOf(method, path, operation))
        .join('\n')}</section>`,
  )
  .join('\n')}
</html>`
}

/** Style alone: the page has no script. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Browsers name HTML among what they accept; clients of the API do not. */
const isBrowser = (accept: string | undefined) => accept?.includes('text/html') ?? false

/** The API description, generated from the schemas of the routes: as OpenAPI, and as an HTML page. */
export const addDocsRoutes = (app: App) => {
  const schema = {
    tags: ['server'],
    summary: 'This API description; a page for people where HTML is accepted',
    response: { 200: z.union([z.record(z.string(), z.unknown()), z.string()]) },
  }
  app.get('/docs', { config: { access: 'public' }, schema }, (request, reply) => {
    const description = { ...app.swagger() }
    void reply.header('vary', 'Accept')
    if (!isBrowser(request.headers.accept)) return description
    void reply.header('content-security-policy', CONTENT_POLICY).type('text/html; charset=utf-8')
    return docsPage(description)
  })
}
