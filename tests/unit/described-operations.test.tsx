import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asObject, isObject } from '~/model/objects'
import { docsPage } from '~/server/records/openapi'

type Parameter = { readonly name: string; readonly in: string }
type Operation = {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, { readonly description?: string }>>
}

const file = readFileSync('docs/openapi.json', 'utf8')
const description: {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: object }
} = JSON.parse(file)

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
)

/** Every object of a JSON value. */
const objectsIn = (value: unknown): Readonly<Record<string, unknown>>[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  return isObject(value) ? [asObject(value), ...Object.values(value).flatMap(objectsIn)] : []
}

describe('OpenAPI description', () => {
  it('every operation has a unique alphanumeric operationId', () => {
    const ids = operations.map(({ operation }) => operation.operationId ?? '')
    expect(new Set(ids).size).toBe(operations.length)
    expect(ids.filter(id => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
  })

  it('every operation has exactly one documented tag', () => {
    const known = description.tags.map(({ name }) => name)
    const strays = operations.filter(
      ({ operation: { tags = [] } }) => tags.length !== 1 || !known.includes(tags[0] ?? ''),
    )
    expect(strays.map(({ name }) => name)).toEqual([])
    expect(description.tags.every(tag => tag.description)).toBe(true)
  })

  it('every operation declares exactly the path parameters of its address', () => {
    const wrong = operations.filter(({ path, operation: { parameters = [] } }) => {
      const declared = parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      return JSON.stringify(declared.sort()) !== JSON.stringify(named.sort())
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('every operation declares an error response, by numeric status or default', () => {
    for (const { operation } of operations)
      expect(Object.keys(operation.responses).filter(status => !/^\d{3}$/.test(status))).toEqual(['default'])
    expect(operations.filter(({ operation }) => !operation.responses['400'])).toEqual([])
  })

  it('every schema is referenced and no anyOf contains an empty schema', () => {
    const unused = Object.keys(description.components.schemas).filter(
      name => !file.includes(`"#/components/schemas/${name}"`),
    )
    expect(unused).toEqual([])
    const loose = objectsIn(description).filter(
      ({ anyOf }) =>
        Array.isArray(anyOf) && anyOf.some(each => isObject(each) && Object.keys(each).length === 0),
    )
    expect(loose).toEqual([])
  })
})

describe('API documentation page', () => {
  const page = new DOMParser().parseFromString(docsPage(JSON.parse(file)), 'text/html')

  it('lists every operation by tag, with parameters, an example body and responses', () => {
    expect(page.querySelectorAll('details')).toHaveLength(operations.length)
    const creation = page.getElementById('postMedias')
    expect(creation?.querySelector('summary')?.textContent).toContain('POST /medias')
    expect(creation?.textContent).toContain('Idempotency-Key')
    expect(JSON.parse(creation?.querySelector('pre')?.textContent ?? '')).toHaveProperty('name')
    expect(page.querySelectorAll('nav a')).toHaveLength(page.querySelectorAll('section').length)
  })

  it('escapes HTML of the description', () => {
    const html = docsPage({ info: { title: '<img src=x onerror=alert(1)>' }, tags: [], paths: {} })
    expect(html).not.toContain('<img')
  })
})
