import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '~/model/define'
import { languages } from '~/model/languages'
import { templateActions } from '~/model/mail/mail-templates'
import { collectionOf, parentOf } from '~/model/refs'
import { registry } from '~/model/registry'
import { vectoStatuses } from '~/model/video/processing-states'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Link = { ref: string; label: string }
type Row = Found & Record<string, unknown>
type Report = { results: { name: string; changed: number }[] }

let server: TestServer
let world: DemoWorld
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
})
afterAll(() => server.stop())

const uidNamed = (name: string) => world.companies.find(company => company.name === name)?.uid ?? ''
const admins = ['Musée du Littoral', 'Costa Verde Hoteles']

/** The list addresses of a resource: one per parent record, if it has none of its own. */
const addressesOf = async (resource: Resource): Promise<string[]> => {
  if (resource.flat) return [resource.flat]
  const parent = parentOf(resource)
  if (parent === undefined) return [resource.name]
  const parents = await listAll(root, parent)
  return parents.map(({ uid }) => `${parent}/${uid}/${collectionOf(resource)}`)
}

const hasRow = async (resource: Resource, filter: object) => {
  for (const address of await addressesOf(resource))
    if ((await listAll(root, address, filter)).length > 0) return true
  return false
}

describe('the demo', () => {
  it('demo e-mails link to the panel of the server that created them', async () => {
    const [mail] = await listAll(root, 'mails', { status: 'failed' })
    const { body } = await root.get<{ text: string }>(`mails/${mail?.uid}/message`)
    const [, port] = /http:\/\/localhost:(\d+)\/home/.exec(body.text) ?? []
    // Test servers listen on free ports.
    expect(Number(port)).toBeGreaterThan(1337)
  })

  it('demo counters and keywords already have their recomputed values', async () => {
    for (const name of ['resetcounter', 'keywords']) {
      const { results } = (await root.get<Report>(`utils/${name}`)).body
      expect(results.length).toBeGreaterThan(3)
      expect(results.filter(({ changed }) => changed > 0)).toEqual([])
    }
  })

  it('the demo has a row for root in every tab of every list', async () => {
    const empty: string[] = []
    for (const resource of Object.values<Resource>(registry)) {
      // The demo has no deleted records.
      if (resource.flat === false || resource.name === 'trash') continue
      const tabs = Object.entries(resource.list.tabs ?? { all: { filter: {} } })
      for (const [tab, { filter }] of tabs)
        if (!(await hasRow(resource, filter))) empty.push(`${resource.name} ${tab}`)
    }
    expect(empty).toEqual([])
  })

  it('both demo admins have 3D videos in every status, with consistent reasons and events', async () => {
    for (const name of admins) {
      const vectos = await listAll<Row>(root, 'videos3d', { company: `companies/${uidNamed(name)}` })
      const found = new Set(vectos.map(({ status }) => status))
      expect([name, vectoStatuses.filter(status => !found.has(status))]).toEqual([name, []])
      for (const { status, reason, reasonCode, events } of vectos) {
        const failed = status === 'ko' || status === 'timeout'
        expect([failed, Boolean(reason), Boolean(reasonCode)]).toEqual([failed, failed, failed])
        const last = Object.entries(events as Record<string, { status: string }>)
          .sort(([a], [b]) => a.localeCompare(b))
          .at(-1)?.[1]
        expect(last?.status).toBe(status)
      }
    }
  })

  it('demo 3D videos lie within their source video, and no company exceeds a quota', async () => {
    const videos = new Map((await listAll<Row>(root, 'videos')).map(video => [`videos/${video.uid}`, video]))
    for (const vecto of await listAll<Row>(root, 'videos3d')) {
      const video = videos.get((vecto.video as Link).ref)
      expect(video?.pending).toBe(false)
      expect(Number(vecto.offsetEnd)).toBeLessThanOrEqual(Number(video?.duration))
      expect(Number(vecto.offsetStart)).toBeLessThan(Number(vecto.offsetEnd))
    }
    type Quotas = Found & {
      users: { total: number; purchased: number; active: number; maxActive: number }
      seconds: { used: number; purchased: number }
    }
    const companies = await listAll<Quotas>(root, 'companies')
    for (const { users, seconds } of companies) {
      expect(users.total).toBeLessThanOrEqual(users.purchased)
      expect(users.active).toBeLessThan(users.maxActive - 4)
      expect(seconds.used).toBeLessThanOrEqual(seconds.purchased)
    }
    expect(new Set(companies.map(({ seconds }) => seconds.used)).size).toBeGreaterThan(10)
  })

  it('the demo has versions and 3D videos with and without groups of their company on the access list', async () => {
    for (const name of admins) {
      const company = `companies/${uidNamed(name)}`
      const own = new Set(
        (await listAll(root, `${company}/groups`)).map(({ uid }) => `${company}/groups/${uid}`),
      )
      const all = [await listAll<Row>(root, 'videos3d', { company, status: 'completed' })]
      for (const { uid } of await listAll(root, 'environments', { company, status: 'completed' }))
        all.push(await listAll<Row>(root, `environments/${uid}/versions`))
      const [vectos = [], ...versions] = all
      for (const records of [vectos, versions.flat()]) {
        const listed = records.map(({ accessGroups }) => accessGroups as Link[])
        expect(listed.some(groups => groups.length > 0)).toBe(true)
        expect(listed.some(groups => groups.length === 0)).toBe(true)
        expect(listed.flat().every(({ ref }) => own.has(ref))).toBe(true)
      }
    }
  })

  it('the demo has downloads in each language that any user can download', async () => {
    const viewer = world.of('viewer').api
    for (const lang of languages) {
      const [one] = await listAll<Row>(viewer, 'downloads', { lang })
      const { body } = await viewer.get<{ url: string }>(`dl/downloads/${one?.uid}/file`)
      const bytes = Buffer.from(await (await fetch(server.at(body.url))).arrayBuffer())
      expect(bytes.subarray(0, 2).toString()).toBe('MZ')
      expect(bytes.subarray(bytes.readUInt32LE(0x3c)).subarray(0, 2).toString()).toBe('PE')
    }
    const all = await listAll<Row>(root, 'downloads')
    expect(all.some(({ accessible }) => !accessible)).toBe(true)
    expect(all.some(({ status }) => status === 'disabled')).toBe(true)
  })

  it('the demo has one active template per action in all languages, and an inactive one', async () => {
    const templates = await listAll<Row>(root, 'templates')
    const active = templates.filter(template => template.active)
    expect(active.map(({ action }) => action).sort()).toEqual([...templateActions].sort())
    expect(templates.length).toBeGreaterThan(active.length)
    for (const { subject, content } of active)
      for (const text of [subject, content])
        expect(Object.keys(text as object).sort()).toEqual([...languages].sort())
  })

  it('the demo has pending invitations for each of the accounts', async () => {
    for (const name of ['manager', 'editor', 'viewer', 'admin']) {
      const person = await world.personNamed(name)
      const { body } = await person.api.get<{ results: { hostCompany: Link }[] }>('me/invitations')
      expect(body.results.length).toBeGreaterThan(0)
      expect(body.results.length).toBeLessThanOrEqual(3)
      for (const { hostCompany } of body.results)
        expect(hostCompany.ref).not.toBe(`companies/${person.actor.company}`)
    }
  })

  it('the demo has a version with all four node types, and one of about 5,000 nodes', async () => {
    type Node = { type: string; children: Node[] }
    const sizes: number[] = []
    const types = new Set<string>()
    const walk = (node: Node): number => {
      types.add(node.type)
      return node.children.reduce((sum, child) => sum + walk(child), 1)
    }
    const company = `companies/${uidNamed('Musée du Littoral')}`
    for (const { uid } of await listAll(root, 'environments', { company }))
      for (const version of await listAll<Row>(root, `environments/${uid}/versions`)) {
        const { status, body } = await root.get<Node>(`environments/${uid}/versions/${version.uid}/tree`)
        expect(status).toBe(version.status === 'pending' ? 404 : 200)
        if (status === 200) sizes.push(walk(body))
      }
    expect([...types].sort()).toEqual(['Dashboard', 'Overlay', 'Presentation', 'Project'])
    expect(Math.max(...sizes)).toBeGreaterThan(4500)
  })

  it('both demo admins have environments in every status', async () => {
    for (const name of admins) {
      const found = await listAll<Row>(root, 'environments', { company: `companies/${uidNamed(name)}` })
      expect([name, [...new Set(found.map(({ status }) => status))].sort()]).toEqual([
        name,
        ['completed', 'deletable', 'pending'],
      ])
    }
  })

  it('the demo history has a create event for every kind of record', async () => {
    const types = ['groups', 'guests', 'purchases', 'environments', 'versions', 'videos', 'vectos']
    for (const type of [...types, 'downloads', 'templates', 'medias', 'users', 'companies']) {
      const [one] = await listAll<Row>(root, 'events', { type, event: 'create' })
      expect([type, Boolean(one?.user)]).toEqual([type, true])
    }
  })

  it('the demo has open sessions that the upkeep keeps, and ended ones', async () => {
    const { body } = await root.get<{ meta: { count: number } }>('sessions')
    expect(body.meta.count).toBeGreaterThanOrEqual(3000)
    const q = encodeURIComponent(JSON.stringify({ endedAt: null }))
    const open = await root.get<{ meta: { count: number } }>(`sessions?q=${q}`)
    expect(open.body.meta.count).toBeGreaterThanOrEqual(40)
  })
})
