import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ZodType } from 'zod'
import { references } from '~/server/app/reference'
import { apiDescription, registeredRoutes } from '../support/registered-routes'

type Call = { requestBody?: { content: Record<string, { example?: unknown }> } }
type Description = { paths: Record<string, Record<string, Call>> }

/** An address as the description names it. */
const described = (url: string) =>
  url
    .replace('/parse', '')
    .replace('*', ':path')
    .replace(/:(\w+)/g, '{$1}')

const newFolder = () => mkdtempSync(join(tmpdir(), 'vecto-routes-'))

describe('the reference pages', async () => {
  const pages = references(await apiDescription(newFolder()))

  it.each(Object.entries(pages))(
    '%s is what the definitions say: `npm run reference` writes it',
    (file, text) => {
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('describe every route of the API, and none that is not there', async () => {
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

  it('give each request with a body an example that its route accepts, and say something by it', async () => {
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
      // Schemas drop what they do not know: a misspelt key would be accepted in silence.
      expect(data, `${method} ${url}`).toMatchObject(Object(example))
    }
  })
})
