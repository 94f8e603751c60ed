import fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { registry } from '~/model/registry'
import { answerErrors } from '~/server/platform/http/errors'
import { declare } from '~/server/records/handlers'
import { schemasOf } from '~/server/records/schemas'

const { companies, medias, users, vectos, webhooks } = registry
const summary = 'What it does'

const open: FastifyInstance[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

const accessOf = (declared: ReturnType<typeof declare>) => declared.config.access

const paramsOf = (address: string) => {
  const { params } = declare(medias, 'read', address, { summary }).schema
  return params instanceof z.ZodObject ? Object.keys(params.shape) : undefined
}

/** A server with one such route, which returns the body, params and query it received. */
const serving = (declared: ReturnType<typeof declare>, url: string) => {
  const app = fastify()
  open.push(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app)
  const routes: RouteOptions[] = []
  app.addHook('onRoute', route => void routes.push(route))
  app.post(url, declared, async ({ body, params, query }) => ({ body, params, query }))
  return { app, routes }
}

describe('access of a declared route', () => {
  it.each([
    ['the grant of an operation', medias, 'delete', { root: 'all' }],
    ['the grant for reading', medias, 'read', medias.grants.read],
    ['the grant of an action', medias, 'restore', { root: 'all' }],
    ['the grant of a common action', vectos, 'retry', vectos.grants.update],
    ['the different grant of creation', companies, 'create', { root: 'all', partner: 'licensed' }],
  ] as const)('the access of a declared route is %s', (_what, resource, operation, grant) => {
    expect(accessOf(declare(resource, operation, '/x', { summary }))).toEqual({
      resource: resource.name,
      operation,
      grant,
    })
  })

  it.each(['odd', 'reed', ''])('no role has access when the definition grants no “%s”', operation => {
    expect(accessOf(declare(medias, operation, '/x', { summary }))).toEqual({
      resource: 'medias',
      operation,
      grant: undefined,
    })
  })

  it('no role has access to an action when the definition has no actions', () => {
    expect(companies).not.toHaveProperty('actions')
    expect(accessOf(declare(companies, 'restore', '/x', { summary }))).toHaveProperty('grant', undefined)
  })

  it('the grant of an operation takes precedence over an action of the same name', () => {
    const grant = { viewer: 'all' } as const
    const both = { ...medias, actions: { delete: { method: 'POST', grant } } } as const
    expect(accessOf(declare(both, 'delete', '/x', { summary }))).toHaveProperty('grant', { root: 'all' })
  })
})

describe('parameters of a declared route', () => {
  it.each([
    ['/medias', []],
    ['/medias/:uid', ['uid']],
    ['/videos/:pid/vectos/:uid', ['pid', 'uid']],
    ['/videos/:pid/vectos/:uid/shares', ['pid', 'uid']],
    ['/me/:under_score/:n2', ['under_score', 'n2']],
    ['', []],
  ])('the address %s has the parameters %j', (address, names) => {
    expect(paramsOf(address)).toEqual(names)
  })

  it('path parameters accept any text', async () => {
    const url = '/videos/:pid/vectos/:uid'
    const { app } = serving(declare(vectos, 'update', url, { summary }), url)
    const answer = await app.inject({ method: 'POST', url: '/videos/a%20b/vectos/%F0%9F%98%80' })
    expect(answer.json()).toEqual({ params: { pid: 'a b', uid: '😀' }, query: {} })
  })
})

describe('schema of a declared route', () => {
  it('the schema has the summary and the resource as its tag', () => {
    const { schema } = declare(webhooks, 'read', '/webhooks', { summary, response: { 200: z.object({}) } })
    expect([schema.summary, schema.tags]).toEqual([summary, ['webhooks']])
    expect(Object.keys(schema.response ?? {})).toEqual(['200'])
  })

  it('tags and params can be overridden', () => {
    const { schema } = declare(medias, 'read', '/a/:uid', { summary, tags: ['b'], params: z.object({}) })
    expect(schema.tags).toEqual(['b'])
    expect(schema.params).toBeInstanceOf(z.ZodObject)
    expect(schema.params).toHaveProperty('shape', {})
  })
})

describe('body of a declared route', () => {
  const { update } = schemasOf(users)

  it.each([
    ['a value of the wrong type', { firstname: 5 }],
    ['an unknown field', { odd: true }],
    ['an unknown member', { notify: { odd: 1 } }],
    ['an array', [1]],
    ['a string', '"name"'],
    ['null', 'null'],
  ])('passes a body with %s to the handler without validation', async (_what, payload) => {
    const { app } = serving(declare(users, 'update', '/users', { summary, body: update }), '/users')
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/users', payload, headers })
    const sent: unknown = typeof payload === 'string' ? JSON.parse(payload) : payload
    expect([answer.statusCode, answer.json().body]).toEqual([200, sent])
  })

  it('the body schema is part of the route schema', () => {
    const { routes } = serving(declare(users, 'update', '/users', { summary, body: update }), '/users')
    expect(routes[0]?.schema?.body).toBe(update)
  })

  it('a route without a body schema has no validator of its own', () => {
    expect(declare(users, 'update', '/users', { summary })).not.toHaveProperty('validatorCompiler')
    expect(declare(users, 'update', '/users', { summary, body: update })).toHaveProperty('validatorCompiler')
  })

  it('the server validates the query of a route without a body schema', async () => {
    const querystring = z.object({ batch: z.string().optional() })
    const { app } = serving(declare(users, 'read', '/users', { summary, querystring }), '/users')
    const answered = async (url: string) => (await app.inject({ method: 'POST', url })).json()
    expect(await answered('/users?batch=1&odd=2')).toMatchObject({ query: { batch: '1' } })
    expect(await answered('/users?batch=1&batch=2')).toMatchObject({ code: 'invalid_query' })
  })
})
