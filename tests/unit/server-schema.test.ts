import Fastify from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, it } from 'vitest'
import { defineResource } from '~/model/define'
import * as f from '~/model/fields'
import { registry, resourceOf } from '~/model/registry'
import { noHooks, type Services } from '~/server/records/context'
import { difference } from '~/server/records/history'
import { describeApi } from '~/server/records/openapi'
import { addResourceRoutes } from '~/server/records/routes'
import { columnsOf, countsOf, foreignKeysOf, indexesOf, snake, tableOf } from '~/server/records/tables'

const tags = defineResource(
  'tags',
  {
    name: f.text({ required: true, search: true, sort: true, filter: true }),
    colour: f.choice(['red', 'blue'], { filter: true }),
    company: f.link('companies', { required: true, filter: true }),
    madeBy: f.link('users', { clearOnDelete: true }),
    secret: f.text({ read: [] }),
    'uses.total': f.counter({ sort: true }),
    password: f.password(),
    seenAt: f.date({ sort: true }),
  },
  {
    paths: { list: '/tags' },
    label: { fields: ['name'] },
    company: 'company',
    grants: { read: { root: 'all', admin: 'own' }, create: { root: 'all' } },
    list: { columns: ['name'], sort: ['createdAt', 'desc'], filters: [] },
    counted: ['company', 'colour'],
  },
)

const names = columnsOf(tags).map(column => column.name)
const indexes = new Map(indexesOf(tags).map(index => [index.name, index.create]))

describe('the table of a resource', () => {
  it('creates a column for each field, in snake case, links by uid, none for a password', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'uid',
        'name',
        'colour',
        'company_uid',
        'made_by_uid',
        'uses_total',
        'created_at',
        'updated_at',
        'keywords',
      ]),
    )
    expect(names).not.toContain('password')
    expect(snake('users.maxActive')).toBe('users_max_active')
  })

  it('adds a sort column where the value itself cannot be sorted by', () => {
    expect(names).toEqual(expect.arrayContaining(['name_sort', 'seen_at_sort']))
    expect(names).not.toContain('uses_total_sort')
    expect(tableOf(tags).create).toContain(
      'name_sort text collate "C" generated always as (coalesce(fold(name), \'\')) stored',
    )
  })

  it('creates an index for each sort order and filter that includes the counted columns', () => {
    expect(indexes.get('tags_created_at')).toBe(
      'create index tags_created_at on tags (created_at, uid) include (company_uid, colour);',
    )
    expect(indexes.get('tags_company_uid_created_at')).toContain('include (colour)')
    expect(indexes.get('tags_keywords')).toContain('gin')
    expect([...indexes.keys()]).toEqual(
      expect.arrayContaining([
        'tags_name_sort',
        'tags_uses_total',
        'tags_seen_at_sort',
        'tags_company_uid_colour_created_at',
      ]),
    )
  })

  it('creates foreign keys: clearOnDelete links are set to null, others restrict deletion', () => {
    const [company, madeBy] = foreignKeysOf(tags).map(key => key.create)
    expect(company).toMatch(/references companies \(uid\);$/)
    expect(madeBy).toMatch(/on delete set null;$/)
  })

  it('keeps row counts by the columns that the definition names as counted', () => {
    expect(countsOf(tags)[0]?.create).toBe("select keep_counts('tags', '{company_uid,colour}');")
    expect(countsOf(registry.companies)).toEqual([])
  })

  it('gives every index a unique name within PostgreSQL’s maximum length', () => {
    const all = Object.keys(registry).flatMap(name => indexesOf(resourceOf(name)).map(index => index.name))
    expect(new Set(all).size).toBe(all.length)
    expect(all.every(name => name.length <= 63)).toBe(true)
  })
})

describe('the OpenAPI description', async () => {
  const app = Fastify()
  await describeApi(app)
  const services = { hooksOf: () => noHooks } as unknown as Services
  await app.register(async api => addResourceRoutes(api, services, [tags]), { prefix: '/parse' })
  await app.ready()
  const { paths = {} } = app.swagger() as OpenAPIV3_1.Document
  await app.close()

  it('describes granted routes only, with the roles that may call them', () => {
    expect(Object.keys(paths)).toEqual(['/tags', '/tags/{uid}'])
    expect(paths['/tags']?.get?.description).toBe('admin: own; root: all')
    expect(Object.keys(paths['/tags/{uid}'] ?? {})).toEqual(['get'])
  })

  it('describes writable fields of a request body with their limits and required keys', () => {
    expect(paths['/tags']?.post?.requestBody).toMatchObject({
      content: {
        'application/json': {
          schema: {
            properties: {
              name: { anyOf: [{ type: 'string', maxLength: 200 }, { type: 'null' }] },
              colour: { anyOf: [{ enum: ['red', 'blue'] }, { type: 'null' }] },
            },
            required: ['name'],
          },
        },
      },
    })
    expect(JSON.stringify(paths['/tags']?.post?.requestBody)).not.toContain('uses')
  })

  it('describes readable fields of a response, nested, and omits those that no role may read', () => {
    const read = JSON.stringify(paths['/tags/{uid}']?.get?.responses)
    expect(read).toContain('"uses":{"type":"object","properties":{"total":')
    expect(read).not.toMatch(/secret|password/)
  })

  it('throws for a route without a summary or a response', async () => {
    const silent = Fastify()
    await describeApi(silent)
    const add = () => silent.get('/parse/nothing', { config: { access: 'public' } }, () => ({}))
    expect(add).toThrow('The route GET /parse/nothing declares no summary, or no response.')
    await silent.close()
  })
})

describe('the history of a change', () => {
  const before = {
    uid: 'x',
    name: 'A',
    colour: null,
    company: { ref: 'companies/1', label: 'One' },
    secret: 'old',
    updatedAt: '1',
  }

  it('records old and new value of each changed field, and labels of links', () => {
    const after = { ...before, name: 'B', company: { ref: 'companies/2', label: 'Two' }, updatedAt: '2' }
    expect(difference(tags, before, after)).toEqual({ name: ['A', 'B'], company: ['One', 'Two'] })
  })

  it('omits secrets and equivalent values from the history', () => {
    expect(difference(tags, before, { ...before, secret: 'new', colour: '' })).toEqual({})
  })
})
