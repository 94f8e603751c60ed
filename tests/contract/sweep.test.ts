import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canEverList } from '~/model/access'
import { roles } from '~/model/grants'
import { resourceNames, resourceOf } from '~/model/registry'
import { addressesOf } from '~/server/records/handlers'
import { type Cell, reaches, routesWithoutCells, sweepCells } from '../support/description/sweep-cells'
import { addressOf, gatherRecords, recordAt } from '../support/description/sweep-records'
import { type Answer, api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, relations } from '../support/server/demo-world'
import { registeredRoutes } from '../support/server/registered-routes'
import { startServer, type TestServer } from '../support/server/test-server'

const routes = await registeredRoutes(mkdtempSync(join(tmpdir(), 'vecto-routes-')))
const cells = sweepCells(routes)

let server: TestServer
let world: DemoWorld
let records: Awaited<ReturnType<typeof gatherRecords>>

/** Number of records per company to restore and to delete permanently. */
const IN_TRASH = 5

const fillTrash = async () => {
  const root = world.of('root').api
  for (const company of world.companies)
    for (let nth = 0; nth < IN_TRASH; nth++) {
      const groups = `companies/${company.uid}/groups`
      const { body } = await root.post<Found>(groups, { name: `Deleted ${nth}` })
      await root.del(`${groups}/${body.uid}`)
    }
}

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  await fillTrash()
  records = await gatherRecords(world.of('root').api, (await world.personNamed('admin2')).api)
})
afterAll(() => server.stop())

/** The outcome as far as the grants go: a refused value or a part that the record lacks counts as allowed. */
const seen = ({ status, body }: Answer<{ code?: string; message?: string; fields?: object }>) => {
  if (status === 404 && /^There is no (tree|log)$/.test(body.message ?? '')) return 'allowed'
  if (status === 422 && /^\{"(video|vecto)":"unknown_record"\}$/.test(JSON.stringify(body.fields))) return 403
  return status === 401 || status === 403 || status === 404 ? status : 'allowed'
}

/** The outcome of a bulk request for its only record. */
const seenInBulk = ({ status, body }: Answer<{ left?: readonly { code: string }[] }>) => {
  if (status !== 200) return status
  const [left] = body.left ?? []
  if (left?.code === 'not_found') return 404
  return left?.code === 'forbidden' ? 403 : 'allowed'
}

const bodyFor = ({ route, kind, holder }: Cell, company: string) => {
  if (route.method === 'GET') return {}
  if (kind !== 'flat') return { body: route.method === 'POST' ? {} : { delay: 30 } }
  const video = records
    .get('videos')
    ?.find(row => row.company?.ref === `companies/${company}` && !row.pending)
  const vecto = records.get('vectos')?.find(row => row.company?.ref === `companies/${company}`)
  const places: Readonly<Record<string, object>> = {
    vectos: { video: { ref: `videos/${video?.uid}` } },
    public_links: { vecto: { ref: `vectos/${vecto?.uid}` } },
  }
  const place = places[holder.name] ?? {}
  return { body: holder.company ? { company: { ref: `companies/${company}` }, ...place } : {} }
}

const describeCell = ({ route, role, place }: Cell) => `${route.method} ${route.url} as ${role} on ${place}`

/** Calls that remove their record: deletions, and restores that take it from the trash. */
const isRemoval = ({ route, holder, kind }: Cell) =>
  route.method === 'DELETE' ||
  (kind !== 'bulk' && holder.removal === 'final' && route.url.endsWith('/restore'))

/** Result of the call, or that no record exists for it. */
const callCell = async (cell: Cell) => {
  const { route, role, place, holder, kind } = cell
  const { api: caller, actor } = world.of(role)
  const companies = place === 'published' || place === 'hidden' ? [] : world.companiesOf(actor, place)
  const rows = records.get(kind === 'flat' ? 'videos' : holder.name)
  const on = kind === 'flat' && holder.company ? resourceOf('videos') : holder
  const record = recordAt(
    world,
    kind === 'flat' && !holder.company ? records.get(holder.name) : rows,
    on,
    companies,
    place,
  )
  if (!record) return 'no record'
  if (kind === 'bulk')
    return seenInBulk(
      await caller.call(route.method, route.url.replace('/parse/', ''), {
        body: { uids: [record.uid], dryRun: true },
      }),
    )
  const address = kind === 'flat' ? route.url : addressOf(route.url, holder, record, kind)
  // The user is the caller, since every caller may read their own record.
  const url = address.replace(':user', actor.uid)
  const company = record.company?.ref.split('/')[1] ?? ''
  const answer = await caller.call(route.method, url.replace('/parse/', ''), bodyFor(cell, company))
  if (isRemoval(cell) && answer.status === 200)
    records.set(holder.name, rows?.filter(row => row !== record) ?? [])
  return seen(answer)
}

describe('every route, for every role, on records in and out of scope', () => {
  it('every route answers every role as the grants state', async () => {
    const wrong: string[] = []
    let tested = 0
    // Removals come last: the other calls need the records.
    const order = [...cells].sort((one, other) => Number(isRemoval(one)) - Number(isRemoval(other)))
    for (const cell of order) {
      const got = await callCell(cell)
      if (got !== 'no record') tested++
      if (got !== cell.expected) wrong.push(`${describeCell(cell)}: ${got}, not ${cell.expected}`)
    }
    console.warn(`${tested} of ${cells.length} cells tested`)
    expect(wrong).toEqual([])
    expect(tested).toBe(cells.length)
  })

  it('the sweep covers all routes except lists, creations and maintenance', () => {
    const lists = resourceNames.flatMap(name =>
      [...addressesOf(resourceOf(name)).lists, `/${name}/bulk`].map(url => `GET /parse${url}`),
    )
    const left = routesWithoutCells(routes).map(({ method, url }) => `${method} ${url}`)
    expect(left.filter(route => !lists.includes(route)).sort()).toEqual([
      'DELETE /parse/files/:id',
      'GET /parse/files/:id',
      'GET /parse/processing',
      'GET /parse/usage',
      'GET /parse/usage/now',
      'GET /parse/utils/jobs',
      'GET /parse/utils/keywords',
      'GET /parse/utils/keywords/:name',
      'GET /parse/utils/mail',
      'GET /parse/utils/mail/check',
      'GET /parse/utils/resetcounter',
      'GET /parse/utils/resetcounter/:name',
      'PATCH /parse/files/:id',
      'POST /parse/companies',
      'POST /parse/customers',
      'POST /parse/files',
      'POST /parse/utils/mail/test',
    ])
  })

  it('maintenance is restricted to root, and creating companies to permitted roles', async () => {
    for (const role of roles) {
      const { api: caller, actor } = world.of(role)
      for (const path of [
        'utils/keywords/templates',
        'utils/resetcounter/downloads',
        'utils/jobs',
        'utils/mail',
        'utils/mail/check',
      ])
        expect([role, path, (await caller.get(path)).status]).toEqual([
          role,
          path,
          role === 'root' ? 200 : 403,
        ])
      const test = await caller.post('utils/mail/test', {})
      expect([role, test.status]).toEqual([role, role === 'root' ? 422 : 403])
      const isStaff = ['root', 'partner', 'admin'].includes(role)
      expect([role, (await caller.get('processing')).status]).toEqual([role, isStaff ? 200 : 403])
      const { status } = await caller.post('companies', {})
      expect([role, status]).toEqual([role, role === 'root' || actor.licensed ? 422 : 403])
    }
  })

  it('answers 401 without a session on every route that is not public', async () => {
    const nobody = api(server.url)
    const wrong: string[] = []
    for (const { method, url, access } of routes) {
      if (access === 'public' || !url.startsWith('/parse/') || method === 'OPTIONS') continue
      const { status } = await nobody.call(
        method,
        url.replace('/parse/', '').replace(/:\w+|\*/g, 'x'),
        method === 'POST' || method === 'PATCH' ? { body: {} } : {},
      )
      if (status !== 401) wrong.push(`${method} ${url}: ${status}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('lists of all resources', () => {
  const listed = resourceNames
    .map(resourceOf)
    .filter(({ parent, flat }) => flat !== false && (!parent || flat))

  it.each(listed.map(({ name }) => name))(
    'the list of %s contains only records in the scope of the read grant',
    async name => {
      const resource = resourceOf(name)
      const { read } = resource.grants
      for (const role of roles) {
        const { api: caller, actor } = world.of(role)
        const { status, body } = await caller.get<{ results: Found[] }>(`${resource.flat || name}?batch=1000`)
        expect([role, status]).toEqual([role, canEverList(resource, actor) ? 200 : 403])
        if (status !== 200 || role === 'root' || !resource.company) continue
        const reached = relations
          .filter(relation => reaches(read, role, relation))
          .flatMap(relation => world.companiesOf(actor, relation))
        const owner = (record: Found) =>
          resource.company === 'uid' ? record.uid : record.company?.ref.split('/')[1]
        expect([role, body.results.filter(record => !reached.includes(owner(record) ?? '')).length]).toEqual([
          role,
          0,
        ])
      }
    },
  )
})

describe('public routes', () => {
  it('the public routes are exactly these', () => {
    const open = routes
      .filter(({ access }) => access === 'public')
      .map(({ method, url }) => `${method} ${url}`)
    expect([...new Set(open)].filter(route => !route.startsWith('HEAD ')).sort()).toEqual([
      'GET /*',
      'GET /.well-known/change-password',
      'GET /.well-known/security.txt',
      'GET /favicon.ico',
      'GET /parse/blob/:id/:name',
      'GET /parse/config',
      'GET /parse/docs',
      'GET /parse/health',
      'GET /parse/health/live',
      'GET /parse/metrics',
      'GET /parse/oidc/callback',
      'GET /parse/onboarding/:type/:hash',
      'GET /parse/watch/:token',
      'GET /watch/:token',
      'OPTIONS /parse/files',
      'POST /parse/login',
      'POST /parse/me/second-factor/proof',
      'POST /parse/oidc/session',
      'POST /parse/oidc/start',
      'POST /parse/onboarding/:type/:hash',
      'POST /parse/passkeys/session',
      'POST /parse/passkeys/start',
      'POST /parse/requestPasswordReset',
      'POST /parse/setup',
      'POST /parse/watch/:token',
      'POST /parse/watch/:token/playbacks',
      'POST /parse/watch/:token/playbacks/:playback',
    ])
  })
})

describe('an API token, on every route', () => {
  /** Reads that no token may do: secrets, the user's own data, and routes that act immediately. */
  const peoplesOwn = /^\/parse\/(me\/|utils\/|passkeys|oidc|logout)/
  const contents = /^\/parse\/(files|videos|videos360|videos3d|vectos|medias)(\/|$)/
  const isPublic = ({ access, url }: (typeof routes)[number]) =>
    access === 'public' || !url.startsWith('/parse/')

  it.each([
    ['read', () => false],
    ['content', (url: string) => contents.test(url)],
  ] as const)(
    'an API token with access %s changes only the resources of that access',
    async (access, covers) => {
      const token = { name: `Sweep ${access}`, access, lifetime: '7' }
      const { body } = await world.of('root').api.post<{ secret: string }>('tokens', token)
      const caller = api(server.url, body.secret)
      const wrong: string[] = []
      let refused = 0
      for (const route of routes) {
        const { method, url } = route
        if (isPublic(route) || ['OPTIONS', 'HEAD'].includes(method)) continue
        if (method === 'GET' && !peoplesOwn.test(url)) continue
        if (method !== 'GET' && covers(url)) continue
        const path = url.replace('/parse/', '').replace(/:\w+|\*/g, 'x')
        const answer = await caller.call<{ code?: string }>(
          method,
          path,
          method === 'GET' || method === 'DELETE' ? {} : { body: {} },
        )
        refused++
        if (answer.status !== 403 || answer.body.code !== 'token_access')
          wrong.push(`${method} ${url}: ${answer.status} ${answer.body.code}`)
      }
      expect(wrong).toEqual([])
      expect(refused).toBeGreaterThan(50)
    },
  )
})
