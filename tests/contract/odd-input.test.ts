import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '~/model/define'
import { operators } from '~/model/lists/query'
import { parentOf } from '~/model/refs'
import { resourceNames, resourceOf } from '~/model/registry'
import { addressesOf } from '~/server/records/handlers'
import {
  comparedWith,
  oddConditions,
  oddQueries,
  oddValues,
  refusedBodies,
  unstorable,
} from '../support/description/invalid-input'
import { gatherRecords } from '../support/description/sweep-records'
import { long } from '../support/process/long'
import { type Answer, type Api, login } from '../support/server/api'
import { type RegisteredRoute, registeredRoutes } from '../support/server/registered-routes'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

const all = await registeredRoutes(mkdtempSync(join(tmpdir(), 'vecto-routes-')))
const routes = all.filter(
  ({ method, url }) => method !== 'HEAD' && method !== 'OPTIONS' && url.startsWith('/parse'),
)
const changing = routes.filter(({ method, url }) => method !== 'GET' && !url.startsWith('/parse/files'))

let server: TestServer
let root: Api
let records: Awaited<ReturnType<typeof gatherRecords>>

beforeAll(async () => {
  server = await startServer({ demo: true })
  root = await login(server.url, 'root@demo.example', demoPassword)
  records = await gatherRecords(root)
})
afterAll(() => server.stop())

type Refusal = { code?: string; message?: string; fields?: object }

/** A response must not contain messages of the database. */
const isTelling = (body: unknown) =>
  /syntax|relation|column|byte sequence|invalid input|out of range|malformed array|postgres/i.test(
    JSON.stringify(body),
  )

/** The fault of a response to bad input; undefined for a proper refusal or success. */
const faultOf = ({ status, body }: Answer<Refusal>, most = 499) =>
  status > most || (status >= 400 && isTelling(body))
    ? `${status} ${JSON.stringify(body).slice(0, 200)}`
    : undefined

const relative = (url: string) => url.replace('/parse/', '')

/** The address of a route with these values as its parameters. */
const addressWith = (url: string, value: string) => relative(url).replace(/:\w+/g, value).replace('*', value)

const faultsOf = async (
  cases: readonly (readonly [what: string, call: () => Promise<Answer<Refusal>>])[],
  check: (answer: Answer<Refusal>) => string | undefined = faultOf,
) => {
  const faults: string[] = []
  for (const [what, call] of cases) {
    const fault = check(await call())
    if (fault) faults.push(`${what}: ${fault}`)
  }
  return faults
}

const is400 = (answer: Answer<Refusal>) => (answer.status === 400 ? undefined : faultOf(answer, 0))

const call =
  ({ method }: RegisteredRoute, path: string, body?: unknown) =>
  () =>
    root.call<Refusal>(method, path, body === undefined ? {} : { body })

const resources = resourceNames.map(resourceOf)
const listed = resources.filter(resource => addressesOf(resource).lists.length > 0)

const ownerOf = (url: string) =>
  resources.findLast(each => {
    const { lists, creates, records: addresses } = addressesOf(each)
    return [...lists, ...creates, ...addresses].some(address => url.startsWith(`/parse${address}`))
  })

const keysOfOthers = [
  'username',
  'email',
  'password',
  'code',
  'company',
  'verifier',
  'lang',
  'content',
  'group',
]

/** Keys that a body may have: the writable fields of the resource, or those of the routes without one. */
const keysFor = (url: string) => {
  const fields = Object.entries(ownerOf(url)?.fields ?? {})
  return fields.length > 0 ? fields.flatMap(([key, { readOnly }]) => (readOnly ? [] : [key])) : keysOfOthers
}

/** The address of an existing record, so that a bad body reaches the code that changes it. */
const addressOnRecord = (url: string) => {
  const resource = ownerOf(url)
  const row = resource && records.get(resource.name)?.find(({ role }) => role !== 'root')
  const parent =
    resource?.parent && (row?.[resource.parent] as { ref?: string } | undefined)?.ref?.split('/')[1]
  const placed = relative(url)
    .replace(':uid', row?.uid ?? 'x')
    .replace(':pid', parent ?? 'x')
  return placed.replace(/:\w+|\*/g, 'x')
}

/** The list address of a resource; empty if it has none. */
const listOf = (resource: Resource) =>
  `${addressesOf(resource).lists[0] ?? ''}`.replace(
    ':pid',
    records.get(parentOf(resource) ?? '')?.[0]?.uid ?? '',
  )

describe('bad input to every route', () => {
  it('answers 400 to bad input in path parameters of every route', async () => {
    const values = ['%00', 'a%00b', '%zz', '%c0%af', '%ed%a0%80']
    const withParameters = routes.filter(({ url }) => /[:*]/.test(url))
    const cases = withParameters.flatMap(route =>
      values.map(value => {
        const path = addressWith(route.url, value)
        return [
          `${route.method} ${path}`,
          call(route, path, route.method === 'GET' ? undefined : {}),
        ] as const
      }),
    )
    expect(cases.length).toBeGreaterThan(200)
    expect(await faultsOf(cases, is400)).toEqual([])
  })

  it(
    'answers 400 to an unreadable query string of every route, and never 500 to odd values',
    long,
    async () => {
      const reading = routes.filter(({ method, url }) => method === 'GET' && !url.startsWith('/parse/stream'))
      const unreadable = reading.flatMap(route =>
        ['%00', '%zz', '%c0%af', 'x%00=1'].map(value => {
          const path = `${addressWith(route.url, 'x')}?x=${value}`
          return [path, call(route, path)] as const
        }),
      )
      expect(await faultsOf(unreadable, is400)).toEqual([])
      const names = ['offset', 'batch', 'fsort', 'osort', 'q', 'redirect', 'until', 'signature']
      const odd = reading.flatMap(route =>
        oddQueries.map(value => {
          const asked = names.map(name => `${name}=${value}`).join('&')
          const path = `${addressWith(route.url, 'x')}?${asked}&${asked}`
          return [path, call(route, path)] as const
        }),
      )
      expect(await faultsOf(odd)).toEqual([])
    },
  )

  it('answers 400 to invalid parameters of every list', async () => {
    const names = ['offset', 'batch', 'fsort', 'osort', 'q']
    const cases = listed.flatMap(resource =>
      names.flatMap(parameter =>
        oddQueries.map(value => {
          const path = `${listOf(resource)}?${parameter}=${value}`
          return [path, () => root.get<Refusal>(path)] as const
        }),
      ),
    )
    expect(await faultsOf(cases, is400)).toEqual([])
  })

  it('answers 400 to invalid values anywhere in a body, at any depth', long, async () => {
    const cases = changing.flatMap(route =>
      refusedBodies.map(
        ([what, body]) =>
          [`${route.method} ${route.url} ${what}`, call(route, addressWith(route.url, 'x'), body)] as const,
      ),
    )
    expect(await faultsOf(cases, is400)).toEqual([])
  })

  it('never answers 500 to a body that is no object or has values of wrong types', {
    ...long,
    timeout: 300_000,
  }, async () => {
    // These routes end the session that the other requests use.
    const kept = changing.filter(({ url }) => !/logout|sessions/.test(url))
    const cases = kept.flatMap(route => {
      const path = addressOnRecord(route.url)
      const bodies = keysFor(route.url).flatMap(key => oddValues.map(value => ({ [key]: value })))
      return [...bodies, [], 'text', 5, null].map(
        body =>
          [`${route.method} ${path} ${JSON.stringify(body).slice(0, 80)}`, call(route, path, body)] as const,
      )
    })
    expect(cases.length).toBeGreaterThan(2000)
    expect(await faultsOf(cases)).toEqual([])
  })
})

describe('a condition in q', () => {
  it('never answers 500 to a condition of any field and operator that the field cannot hold', {
    ...long,
    timeout: 300_000,
  }, async () => {
    const cases = listed.flatMap(resource => {
      const filtered = Object.entries(resource.fields).flatMap(([key, { filter }]) => (filter ? [key] : []))
      const asked = ['uid', 'keywords', ...filtered].flatMap(key => [
        ...oddConditions.map(value => ({ [key]: value })),
        ...operators.flatMap(operator => comparedWith.map(value => ({ [key]: { [operator]: value } }))),
      ])
      return asked.map(q => {
        const path = `${listOf(resource)}?batch=1&q=${encodeURIComponent(JSON.stringify(q))}`
        return [`${resource.name} ${JSON.stringify(q)}`, () => root.get<Refusal>(path)] as const
      })
    })
    expect(cases.length).toBeGreaterThan(3000)
    expect(await faultsOf(cases)).toEqual([])
  })

  it.each([
    ['users', { createdAt: '2020' }],
    ['users', { createdAt: { gt: '+275760-09-13T00:00:00Z' } }],
    ['users', { createdAt: 'Jan 1 2090 (x)' }],
    ['medias', { size: 1.5 }],
    ['medias', { size: 2 ** 63 }],
    ['medias', { tags: { gt: 'x' } }],
    ['medias', { name: unstorable[0] }],
    ['medias', { name: [unstorable[1]] }],
  ])('answers 400 to the condition on %s %j', async (list, q) => {
    expect((await root.get(`${list}?q=${encodeURIComponent(JSON.stringify(q))}`)).status).toBe(400)
  })
})

describe('an invalid date', () => {
  it.each(['+275760-09-13T00:00:00Z', 'Jan 1 2090 (x)', '2020', '2090-02-30'])(
    'refuses the end of a session at the invalid date %s',
    async endedAt => {
      const session = records.get('sessions')?.find(each => each.endedAt === null)
      const { status, body } = await root.patch<Refusal>(`sessions/${session?.uid}`, { endedAt })
      expect([status, body.fields]).toEqual([422, { endedAt: 'invalid' }])
    },
  )

  it.each(['2020', 'Jan 1 2090 (x)', '%00'])(
    'refuses a stream of notifications since the invalid date %s',
    async since => {
      expect((await root.get(`stream?since=${since}`)).status).toBe(400)
    },
  )
})

describe('an invalid header', () => {
  const upload = (name: string, type: string) =>
    root.call('POST', 'files', {
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '1',
        'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')},filetype ${Buffer.from(type).toString('base64')}`,
      },
    })

  it.each([
    ['x.jpg', 'image/\u0000jpeg'],
    ['x\u0000.jpg', 'image/jpeg'],
    ['x.jpg', 'image/jpeg\nx: y'],
  ])('refuses an upload named %j of type %j', async (name, type) => {
    const { status, body } = await upload(name, type)
    expect([status, body.code]).toEqual([400, 'invalid_text'])
  })

  it('answers 401 to a bearer token of arbitrary bytes', async () => {
    const bytes = Buffer.from([0xff, 0xed, 0xa0, 0x80]).toString('latin1')
    const { status } = await root.get('users/me', { Authorization: `Bearer ${bytes}` })
    expect(status).toBe(401)
  })

  it('answers 400 to invalid HTTP and closes the connection', async () => {
    const { hostname, port } = new URL(server.url)
    const answer = await new Promise<string>(resolve => {
      const socket = connect(Number(port), hostname, () =>
        socket.write('GET /parse/health HTTP/1.1\r\nX: \u0000\r\n\r\n'),
      )
      socket.once('data', data => resolve(String(data)))
    })
    expect(answer).toContain('400')
  })
})

it('answers 400 to JSON nested too deeply for the stack', async () => {
  const depth = 200_000
  const { status } = await fetch(`${server.url}/parse/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  })
  expect(status).toBe(400)
})

it('names the nested field that contains text which cannot be stored', async () => {
  const { status, body } = await root.post<Refusal & { params?: object }>('companies', {
    name: 'x',
    users: { a: ['ok', 'a\u0000'] },
  })
  expect([status, body]).toEqual([
    400,
    {
      code: 'invalid_text',
      message: expect.stringContaining('users.a.1'),
      fields: { 'users.a.1': 'invalid' },
      params: { field: 'users.a.1' },
    },
  ])
})

it('logs no bad input as an error', () => {
  expect(server.output()).not.toMatch(/"level":50/)
})
