import type { FastifyInstance } from 'fastify'
import { registry } from '~/model/registry'
import { openApi } from './openapi'

/** The API description, generated from the definitions. */
export const addDocsRoutes = (app: FastifyInstance) => {
  app.get('/docs', { config: { access: 'public' } }, () => openApi(Object.values(registry)))
}
