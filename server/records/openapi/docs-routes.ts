import { z } from 'zod'
import type { App } from '~/server/platform/http/route-schemas'

/** The API description, generated from the schemas of the routes. */
export const addDocsRoutes = (app: App) => {
  const schema = {
    tags: ['server'],
    summary: 'This API description',
    response: { 200: z.record(z.string(), z.unknown()) },
  }
  app.get('/docs', { config: { access: 'public' }, schema }, () => ({ ...app.swagger() }))
}
