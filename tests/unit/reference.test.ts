import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { references } from '~/server/app/reference'
import { apiDescription, registeredRoutes } from '../support/registered-routes'

type Description = { paths: Record<string, Record<string, unknown>> }

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
    const described = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls)
        .filter(key => key !== 'parameters')
        .map(method => `${method.toUpperCase()} ${path}`),
    )
    const routes = await registeredRoutes(newFolder())
    const registered = routes
      .filter(({ method, url }) => url.startsWith('/parse/') && method !== 'HEAD')
      .map(
        ({ method, url }) =>
          `${method} ${url
            .replace('/parse', '')
            .replace('*', ':path')
            .replace(/:(\w+)/g, '{$1}')}`,
      )
    expect([...new Set(registered)].sort()).toEqual(described.sort())
  })
})
