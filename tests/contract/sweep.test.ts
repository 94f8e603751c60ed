import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Grant, mayEver, reachesOf } from '~/model/grants'
import { resourceOf } from '~/model/registry'
import { type Role, roles } from '~/model/roles'
import { api } from '../support/api'
import {
  type DemoWorld,
  demoWorld,
  type Found,
  listAll,
  type Relation,
  relations,
} from '../support/demo-world'
import { type RegisteredRoute, registeredRoutes } from '../support/registered-routes'
import { startServer, type TestServer } from '../support/test-server'

const routes = await registeredRoutes(mkdtempSync(join(tmpdir(), 'vecto-routes-')))

let server: TestServer
let world: DemoWorld
const records = new Map<string, Found[]>()

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  for (const name of ['companies', 'users', 'medias', 'events'])
    records.set(name, await listAll(world.of('root').api, name))
})
afterAll(() => server.stop())

/** A record there; a user of the lowest role, so that rank is not what refuses. */
const recordIn = (resource: string, companies: readonly string[]) => {
  const owner = (record: Found) =>
    resource === 'companies' ? record.uid : (record.company?.ref.split('/')[1] ?? '')
  return records
    .get(resource)
    ?.find(record => companies.includes(owner(record)) && (resource !== 'users' || record.role === 'viewer'))
}

/** What the words of a grant reach, written here a second time and by hand. */
const reaches = (grant: Grant | undefined, role: Role, relation: Relation) => {
  const words = reachesOf(grant, role)
  if (words.includes('all')) return true
  if (relation === 'own') return words.includes('own')
  if (relation === 'open') return words.includes('open') || words.includes('managed')
  return relation === 'managed' && words.includes('managed')
}

type Cell = { route: RegisteredRoute; role: Role; relation: Relation }

const expectedFor = ({ route, role, relation }: Cell): 401 | 403 | 404 | 'allowed' => {
  const { access } = route
  if (typeof access === 'string') return 'allowed'
  if (!mayEver(access.grant, role)) return 403
  const { grants, actions } = resourceOf(access.resource)
  const isAction = access.operation in (actions ?? {})
  if (!reaches(isAction ? access.grant : grants.read, role, relation)) return 404
  return reaches(access.grant, role, relation) ? 'allowed' : 403
}

const seen = (status: number) => (status === 401 || status === 403 || status === 404 ? status : 'allowed')

const recordRoutes = routes.filter(
  ({ url, access, method }) => url.includes(':uid') && typeof access === 'object' && method !== 'HEAD',
)

describe('every route, for every role and nobody, on own, open, managed and foreign records', () => {
  const cells = recordRoutes.flatMap(route =>
    roles.flatMap(role => relations.map(relation => ({ route, role, relation }))),
  )

  it('answers what the grants say', async () => {
    let tested = 0
    const wrong: string[] = []
    for (const cell of cells) {
      const { route, role, relation } = cell
      if (typeof route.access !== 'object') continue
      const person = world.of(role)
      const record = recordIn(route.access.resource, world.companiesOf(person.actor, relation))
      tested++
      // Nobody but a partner manages companies: the cell exists, and is empty.
      if (!record) continue
      const path = route.url.replace('/parse/', '').replace(':uid', record.uid)
      const { status } = await person.api.call(
        route.method,
        path,
        route.method === 'GET' ? {} : { body: { delay: 30 } },
      )
      // An unknown key in the body of an allowed update is 400: allowed as far as grants go.
      if (seen(status) !== expectedFor(cell))
        wrong.push(
          `${route.method} ${route.url} as ${role} on ${relation}: ${status}, not ${expectedFor(cell)}`,
        )
    }
    console.warn(`${tested} of ${cells.length} cells tested`)
    expect(wrong).toEqual([])
    expect(tested).toBe(recordRoutes.length * roles.length * relations.length)
  })

  it('answers 401 to nobody, everywhere but on the public doors', async () => {
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

  it('lists only what the read grant reaches, and refuses the rest', async () => {
    for (const name of ['companies', 'users', 'medias', 'events'])
      for (const role of roles) {
        const { api: caller, actor } = world.of(role)
        const { read } = resourceOf(name).grants
        const { status, body } = await caller.get<{ results: Found[] }>(`${name}?batch=1000`)
        expect([name, role, status]).toEqual([name, role, mayEver(read, role) ? 200 : 403])
        if (status !== 200) continue
        const reached = relations
          .filter(relation => reaches(read, role, relation))
          .flatMap(relation => world.companiesOf(actor, relation))
        const strangers = body.results.filter(record => {
          const owner = name === 'companies' ? record.uid : record.company?.ref.split('/')[1]
          return !(owner && reached.includes(owner)) && record.uid !== actor.uid
        })
        if (role !== 'root') expect([name, role, strangers.length]).toEqual([name, role, 0])
      }
  })
})

describe('the doors that are open to anyone', () => {
  it('are these and no others', () => {
    const open = routes
      .filter(({ access }) => access === 'public')
      .map(({ method, url }) => `${method} ${url}`)
    expect([...new Set(open)].filter(door => !door.startsWith('HEAD ')).sort()).toEqual([
      'GET /*',
      'GET /favicon.ico',
      'GET /parse/blob/:id/:name',
      'GET /parse/config',
      'GET /parse/docs',
      'GET /parse/health',
      'GET /parse/health/live',
      'OPTIONS /parse/files',
      'POST /parse/login',
    ])
  })
})
