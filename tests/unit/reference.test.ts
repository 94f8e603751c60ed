import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ZodType } from 'zod'
import { references } from '~/server/app/reference'
import { apiDescription, registeredRoutes } from '../support/server/registered-routes'

type Call = { requestBody?: { content: Record<string, { example?: unknown }> } }
type Description = { paths: Record<string, Record<string, Call>> }

/** A URL in the notation of the OpenAPI description. */
const described = (url: string) =>
  url
    .replace('/parse', '')
    .replace('*', ':path')
    .replace(/:(\w+)/g, '{$1}')

const newFolder = () => mkdtempSync(join(tmpdir(), 'vecto-routes-'))

describe('the reference pages', async () => {
  const pages = references(await apiDescription(newFolder()))

  it.each(Object.entries(pages))(
    '%s is up to date with the definitions; `npm run reference` updates it',
    (file, text) => {
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('the reference describes exactly the registered routes of the API', async () => {
    const { paths } = JSON.parse(pages['docs/openapi.json'] ?? '') as Description
    const all = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls)
        .filter(key => key !== 'parameters')
        .map(method => `${method.toUpperCase()} ${path}`),
    )
    const routes = await registeredRoutes(newFolder())
    const registered = routes
      .filter(({ method, url }) => url.startsWith('/parse/') && method !== 'HEAD')
      .map(({ method, url }) => `${method} ${described(url)}`)
    expect([...new Set(registered)].sort()).toEqual(all.sort())
  })

  it('the reference has an example for each request body that the route accepts without dropping keys', async () => {
    const { paths } = JSON.parse(pages['docs/openapi.json'] ?? '') as Description
    const routes = (await registeredRoutes(newFolder())).filter(
      ({ body, url }) => body instanceof ZodType && url.startsWith('/parse/'),
    )
    expect(routes.length).toBeGreaterThan(60)
    for (const { method, url, body } of routes) {
      const call = paths[described(url)]?.[method.toLowerCase()]
      const example = call?.requestBody?.content['application/json']?.example
      const { data, error } = (body as ZodType).safeParse(example)
      expect([method, url, example, error?.issues ?? []]).toEqual([method, url, expect.any(Object), []])
      expect(Object.keys(example ?? {}), `${method} ${url}`).not.toEqual([])
      // Schemas strip unknown keys: a misspelt key would be accepted silently.
      expect(data, `${method} ${url}`).toMatchObject(Object(example))
    }
  })
})
