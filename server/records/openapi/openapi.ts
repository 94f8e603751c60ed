import type { Resource } from '~/model/define'
import { otherPaths } from './other-paths'
import { pathsOf } from './resource-paths'
import { answer, type Json, recordSchema } from './schemas'

const refusal = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'Stable; see model/errors.ts' },
    message: { type: 'string', description: 'English, for logs' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

/** Generates OpenAPI 3.1 for all definitions: routes, fields and access. */
export const openApi = (resources: readonly Resource[]): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Vecto admin',
    version: '1',
    description: 'Bearer token from POST /login, client id in X-Client-Id.',
  },
  servers: [{ url: '/parse' }],
  security: [{ session: [] }],
  paths: Object.assign({}, ...resources.map(pathsOf), ...otherPaths),
  components: {
    securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    schemas: Object.fromEntries(resources.map(resource => [resource.name, recordSchema(resource)])),
    responses: { Refusal: answer('Refused', refusal) },
  },
})
