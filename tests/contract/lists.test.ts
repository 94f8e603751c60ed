import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold } from '~/model/text'
import type { Api } from '../support/server/api'
import { demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Media = Found & {
  name: string
  status: string
  size: number
  createdAt: string
  createdBy: { ref: string; label: string }
  company: { ref: string; label: string }
  tags: string[]
  specialUsage: string | null
}
type Page = { results: Media[]; meta: { count: number }; code?: string }

let server: TestServer
let root: Api
let all: Media[]

beforeAll(async () => {
  server = await startServer({ demo: true })
  root = (await demoWorld(server)).of('root').api
  all = (await Promise.all([0, 1000].map(offset => page({ offset, batch: 1000 })))).flatMap(
    each => each.body.results,
  )
})
afterAll(() => server.stop())

const page = (query: Record<string, string | number>) =>
  root.get<Page>(`medias?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`)
const ask = (q: object, more: Record<string, string | number> = {}) =>
  page({ q: JSON.stringify(q), batch: 1000, ...more })
const uids = (records: readonly Found[]) => records.map(record => record.uid)

describe('paging', () => {
  it('returns ten records, newest first, with the exact count by default', async () => {
    const { body } = await page({})
    expect(body.results).toHaveLength(10)
    expect(body.meta.count).toBe(2000)
    expect(uids(body.results)).toEqual(uids(all.slice(0, 10)))
  })

  it('paging neither repeats nor misses a row, for any offset, field and order', async () => {
    for (const fsort of ['createdAt', 'name', 'size', 'company', 'status', 'createdBy.label'])
      for (const osort of ['asc', 'desc']) {
        const pages = await Promise.all(
          [0, 700, 1400].map(offset => page({ offset, batch: 700, fsort, osort })),
        )
        expect(new Set(pages.flatMap(each => uids(each.body.results))).size).toBe(2000)
        const [near, far] = await Promise.all([
          page({ offset: 0, batch: 1000, fsort, osort }),
          page({ offset: 995, batch: 10, fsort, osort }),
        ])
        expect(uids(far.body.results).slice(0, 5)).toEqual(uids(near.body.results).slice(995))
      }
  })

  it('the reverse order is exactly reversed, also among equal values', async () => {
    const [up, down] = await Promise.all([
      page({ fsort: 'size', osort: 'asc', batch: 1000 }),
      page({ fsort: 'size', osort: 'desc', batch: 1000, offset: 1000 }),
    ])
    expect(uids(up.body.results)).toEqual(uids(down.body.results).reverse())
  })

  it('keeps the sort order beyond the middle, where the index is scanned backwards', async () => {
    for (const offset of [1001, 1500, 1990])
      expect(uids((await page({ offset, batch: 20 })).body.results)).toEqual(
        uids(all.slice(offset, offset + 20)),
      )
  })

  it('keeps the sort order when filtering by one indexed value', async () => {
    const author = all[0]?.createdBy.ref ?? ''
    const own = all.filter(({ createdBy }) => createdBy.ref === author)
    expect(own.length).toBeGreaterThan(20)
    const q = JSON.stringify({ createdBy: author })
    for (const offset of [0, 10, own.length - 10]) {
      const { body } = await page({ q, offset, batch: 10 })
      expect(uids(body.results)).toEqual(uids(own.slice(offset, offset + 10)))
      expect(body.meta.count).toBe(own.length)
    }
    const oldest = await page({ q, batch: 10, osort: 'asc' })
    expect(uids(oldest.body.results)).toEqual(uids(own.slice(-10).reverse()))
  })

  it('returns an empty page with the count beyond the end', async () => {
    const { status, body } = await page({ offset: 5000 })
    expect([status, body.results, body.meta.count]).toEqual([200, [], 2000])
  })

  it.each([
    [{ batch: 0 }, 'invalid_batch'],
    [{ batch: 1001 }, 'invalid_batch'],
    [{ batch: 'ten' }, 'invalid_batch'],
    [{ offset: -1 }, 'invalid_offset'],
    [{ fsort: 'nothing' }, 'unknown_field'],
    [{ fsort: 'checksum' }, 'unknown_field'],
    [{ osort: 'up' }, 'invalid_query'],
    [{ q: '{' }, 'invalid_query'],
    [{ q: '[]' }, 'invalid_query'],
    [{ q: '{"nothing":1}' }, 'unknown_field'],
    [{ q: '{"checksum":"x"}' }, 'unknown_field'],
    [{ q: '{"__proto__":1}' }, 'unknown_field'],
    [{ q: '{"constructor":1}' }, 'unknown_field'],
    [{ q: '{"company.name":"x"}' }, 'unknown_field'],
    [{ q: '{"name":{"like":"x"}}' }, 'unknown_operator'],
    [{ q: '{"createdAt":{"gt":"yesterday"}}' }, 'invalid_query'],
    [{ q: '{"createdAt":{"gt":["2020"]}}' }, 'invalid_query'],
  ])('refuses the list query %j with 400 %s', async (query, code) => {
    const { status, body } = await page(query)
    expect([status, body.code]).toEqual([400, code])
  })
})

describe('q', () => {
  const matching = (test: (media: Media) => boolean) => uids(all.filter(test)).sort()
  const cases: [string, object, (media: Media) => boolean][] = [
    ['an equal value', { status: 'pending' }, media => media.status === 'pending'],
    ['one of several values', { status: ['pending', 'deletable'] }, media => media.status !== 'completed'],
    ['no value', { status: [] }, () => false],
    ['any other value', { status: { ne: 'completed' } }, media => media.status !== 'completed'],
    ['an empty field', { specialUsage: null }, media => media.specialUsage === null],
    ['a tag', { tags: 'interior' }, media => media.tags.includes('interior')],
    [
      'two conditions',
      { status: 'completed', specialUsage: 'icon' },
      media => media.status === 'completed' && media.specialUsage === 'icon',
    ],
    [
      'the beginning of any word, without accent or case',
      { name: { begins: 'GAL' } },
      media => / gal/.test(` ${fold(media.name)}`),
    ],
    [
      'several beginnings',
      { name: { begins: 'har da' } },
      media => / har/.test(` ${fold(media.name)}`) && / da/.test(` ${fold(media.name)}`),
    ],
    [
      'a label through a link',
      { 'createdBy.label': { begins: 'ada' } },
      media => media.createdBy.label.startsWith('Ada'),
    ],
    ['percent as a plain character', { name: { begins: '%' } }, media => media.name.startsWith('%')],
    ['underscore as a plain character', { name: { begins: '_' } }, media => media.name.startsWith('_')],
  ]
  it.each(cases)('a list filter finds %s', async (_name, q, test) => {
    const { body } = await ask(q)
    expect(body.meta.count).toBe(matching(test).length)
    expect(uids(body.results).sort()).toEqual(matching(test).slice(0, 1000).sort())
  })

  it('a list filter compares links by reference and dates by instant', async () => {
    const [sample] = all
    const company = sample?.company.ref
    expect((await ask({ company })).body.meta.count).toBe(
      all.filter(media => media.company.ref === company).length,
    )
    expect((await ask({ 'company.ref': company })).body.meta.count).toBe(
      all.filter(media => media.company.ref === company).length,
    )
    expect((await ask({ company: `users/${company?.split('/')[1]}` })).body.meta.count).toBe(0)
    const since = all[300]?.createdAt
    expect((await ask({ createdAt: { gte: since } })).body.meta.count).toBe(301)
    expect((await ask({ createdAt: { gt: since } })).body.meta.count).toBe(300)
  })
})

describe('a link label', () => {
  it('shows the new label of a link as soon as the target is renamed', async () => {
    const [sample] = all
    await root.patch(sample?.company.ref ?? '', { name: 'Renamed for this test' })
    const { body } = await root.get<Media>(`medias/${sample?.uid}`)
    expect(body.company.label).toBe('Renamed for this test')
    expect((await ask({ 'company.label': { begins: 'renamed' } })).body.meta.count).toBeGreaterThan(0)
  })
})

describe('search keywords', () => {
  it('search keywords find a user by first name, last name or address', async () => {
    for (const text of ['adri', 'administrateur', 'ADMIN@demo'])
      expect(
        (await listAll<Found & { email: string }>(root, 'users', { keywords: text })).map(user => user.email),
      ).toContain('admin@demo.example')
  })
})
