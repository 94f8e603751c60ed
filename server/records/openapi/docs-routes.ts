import { z } from 'zod'
import type { App } from '~/server/platform/http/route-schemas'
import { docsPage } from './docs-page'

/** Style alone: the page has no script. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Browsers name HTML among what they accept; clients of the API do not. */
const isBrowser = (accept: string | undefined) => accept?.includes('text/html') ?? false

/** The API description, generated from the schemas of the routes: as OpenAPI, and as a page for people. */
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
