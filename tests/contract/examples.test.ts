import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asObject } from '~/model/objects'
import { type Api, login } from '../support/server/api'
import { demoWorld, listAll } from '../support/server/demo-world'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { upload } from '../support/storage/tus-uploads'
import { pngFile } from '../support/video/media-files'

type Call = {
  parameters?: { name: string; in: string; schema: { example?: string } }[]
  requestBody: { content: { 'application/json': { example: Record<string, unknown> } } }
}
const { paths }: { paths: Record<string, Record<string, Call>> } = JSON.parse(
  readFileSync('docs/openapi.json', 'utf8'),
)

let server: TestServer
let root: Api
let admin: Api
let company: string
beforeAll(async () => {
  server = await startServer({ demo: true })
  const world = await demoWorld(server)
  company = world.of('admin').actor.company ?? ''
  admin = world.of('admin').api
  root = await login(server.url, 'root@demo.example', demoPassword)
})
afterAll(() => server.stop())

const exampleOf = (method: string, path: string) =>
  paths[path]?.[method]?.requestBody.content['application/json'].example ?? {}

describe('the examples of the API description', () => {
  it.each([
    ['/companies', '/companies', {}],
    ['/companies/{pid}/groups', () => `/companies/${company}/groups`, {}],
    ['/companies/{pid}/purchases', () => `/companies/${company}/purchases`, {}],
    ['/user-invite', '/user-invite', () => ({ company: { ref: `companies/${company}` } })],
    [
      '/users',
      '/users',
      () => ({ company: { ref: `companies/${company}` }, email: 'grace.h@museum.example' }),
    ],
    ['/webhooks', '/webhooks', {}],
    ['/tokens', '/tokens', {}],
    ['/views', '/views', {}],
  ])('accepts the documented example unchanged: POST %s', async (path, address, more) => {
    const [to, real] = [address, more].map(each => (typeof each === 'function' ? each() : each))
    const caller = path === '/webhooks' ? admin : root
    const answer = await caller.post(String(to).slice(1), { ...exampleOf('post', path), ...asObject(real) })
    expect([answer.status, answer.body]).toEqual([201, expect.any(Object)])
  })

  it('accepts the documented example with a real file: POST /medias', async () => {
    const file = await upload(server.url, root, await pngFile('example.png'))
    const { md5Hash } = (await root.get<{ md5Hash: string }>(file.ref)).body
    const { status, body } = await root.post('medias', {
      ...exampleOf('post', '/medias'),
      ...{ file, checksum: `b64-${md5Hash}`, company: { ref: `companies/${company}` } },
    })
    expect([status, body]).toMatchObject([201, { name: 'Harbour' }])
  })

  it('accepts the documented example with real uids: POST /groups/bulk/delete', async () => {
    const { body } = await root.post<{ uid: string }>(`companies/${company}/groups`, { name: 'Bulk' })
    const example = exampleOf('post', '/groups/bulk/delete')
    expect(example).toEqual({ uids: [expect.any(String)] })
    expect((await root.post('groups/bulk/delete', { ...example, uids: [body.uid] })).status).toBe(200)
  })

  it('lists accept the documented example queries', async () => {
    expect((await listAll(root, 'companies')).length).toBeGreaterThan(0)
    const query = (paths['/companies']?.get?.parameters ?? []).flatMap(({ name, schema }) =>
      schema.example ? [[name, schema.example]] : [],
    )
    expect(query).toHaveLength(5)
    expect((await root.get(`companies?${new URLSearchParams(query)}`)).status).toBe(200)
  })
})

describe('GET /parse/docs', () => {
  const docs = (accept: string) => fetch(`${server.url}/parse/docs`, { headers: { accept } })

  it('returns OpenAPI to programs, and a page without scripts to browsers', async () => {
    for (const accept of ['application/json', '*/*'])
      expect(await (await docs(accept)).json()).toMatchObject({ openapi: '3.1.0' })
    const page = await docs('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('vary')).toContain('Accept')
    const html = await page.text()
    expect(html).toContain('<h2 id="medias">medias</h2>')
    expect(html).not.toContain('<script')
  })
})
