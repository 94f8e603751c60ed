import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { defineResource } from '~/model/define'
import * as f from '~/model/fields'
import { parseListQuery } from '~/model/lists/query'
import { whereOf } from '~/server/records/sql'

const rooms = defineResource(
  'rooms',
  {
    name: f.text({ search: true, filter: true }),
    code: f.text({ filter: true }),
    size: f.integer({ filter: true }),
    openedAt: f.date({ filter: true }),
    status: f.choice(['open', 'shut'], { filter: true }),
    labels: f.tags({ filter: true }),
    plan: f.file({ filter: true }),
    company: f.link('companies', { filter: true }),
    keeper: f.link('users', { filter: true }),
    version: f.link('versions', { filter: true }),
  },
  {
    paths: { list: '/rooms' },
    label: { fields: ['name'] },
    company: 'company',
    grants: { read: { root: 'all' } },
    list: { columns: ['name'], sort: ['createdAt', 'desc'], filters: [] },
  },
)

const dialect = new PgDialect()

/** The condition in SQL, with its parameters inlined. */
const of = (q: object) => {
  const { where } = parseListQuery(rooms, 'root', { q: JSON.stringify(q) })
  const { sql, params } = dialect.sqlToQuery(whereOf(rooms, where, 'all'))
  return sql.replace(/\$(\d+)/g, (_, number) => JSON.stringify(params[Number(number) - 1]))
}

describe('conditions of a list', () => {
  it.each([
    ['an empty query', {}, 'true'],
    ['an equal value', { status: 'open' }, 't."status" = "open"'],
    ['null', { code: null }, 't."code" is null'],
    ['not null', { code: { ne: null } }, 't."code" is distinct from null'],
    ['an unequal value, null included', { code: { ne: 'a' } }, 't."code" is distinct from "a"'],
    ['a list of values', { status: ['open', 'shut'] }, 't."status" = any(["open","shut"])'],
    ['a list of values with null', { code: ['a', null] }, '(t."code" = any(["a"]) or t."code" is null)'],
    ['a list of only null', { code: [null] }, '(false or t."code" is null)'],
    ['an empty list', { code: [] }, 'false'],
    ['a range', { size: { gte: 1, lt: 9 } }, 't."size" >= 1 and t."size" < 9'],
    ['a uid', { uid: 'abc' }, 't."uid" = "abc"'],
  ])('a list condition filters by %s', (_what, q, sql) => {
    expect(of(q)).toBe(sql)
  })

  it('a list condition parses a date without a time as midnight in UTC', () => {
    expect(of({ openedAt: { gte: '2026-03-29' } })).toBe('t."opened_at" >= "2026-03-29T00:00:00.000Z"')
    expect(of({ openedAt: { lt: '2026-03-29T02:30:00+02:00' } })).toBe(
      't."opened_at" < "2026-03-29T00:30:00.000Z"',
    )
  })

  it.each([
    ['the uid of a reference', { company: 'companies/x' }, 't."company_uid" = "x"'],
    [
      'a reference to another resource, which matches nothing',
      { company: 'users/x' },
      't."company_uid" = ""',
    ],
    ['a bare uid, which matches nothing', { company: 'x' }, 't."company_uid" = ""'],
    ['the last uid of a nested reference', { version: 'environments/e/versions/v' }, 't."version_uid" = "v"'],
    [
      'a nested reference without its parent, which matches nothing',
      { version: 'versions/v' },
      't."version_uid" = ""',
    ],
    ['a null link', { keeper: null }, 't."keeper_uid" is null'],
    [
      'a list of links with null',
      { company: ['companies/x', null] },
      '(t."company_uid" = any(["x"]) or t."company_uid" is null)',
    ],
    ['the checksum of a file', { 'plan.md5Hash': 'abc=' }, `(t."plan" ->> 'md5Hash') = "abc="`],
  ])('a list condition filters links and files by %s', (_what, q, sql) => {
    expect(of(q)).toBe(sql)
  })

  it.each([
    ['one tag', { labels: 'a' }, 't."labels" @> ["a"]'],
    ['any of several tags', { labels: ['a', 'b'] }, 't."labels" && ["a","b"]'],
    ['an empty list of tags', { labels: null }, `t."labels" = '{}'`],
    [
      'any of several tags or an empty list',
      { labels: ['a', null] },
      `(t."labels" && ["a"] or t."labels" = '{}')`,
    ],
  ])('a list condition finds records with %s', (_what, q, sql) => {
    expect(of(q)).toBe(sql)
  })
})

describe('prefix search', () => {
  it('a search for blanks adds no condition', () => {
    expect(of({ code: { begins: ' ' }, name: { begins: '' } })).toBe('true')
  })

  it('a prefix search escapes %, _ and \\ and ignores case, accents and surrounding blanks', () => {
    expect(of({ code: { begins: ' É5%_\\ ' } })).toBe('fold(t."code"::text) like "e5\\\\%\\\\_\\\\\\\\%"')
  })

  it('a prefix search checks each tag instead of the list as one text', () => {
    expect(of({ labels: { begins: 'Ét' } })).toBe(
      'exists (select 1 from unnest(t."labels") as tag where fold(tag) like "et%")',
    )
  })

  it.each([
    ['only the keywords for the only searched field', 'blue room', 't."keywords" @> ["blue","room"]'],
    [
      'the words too when one is longer than a keyword',
      'Constantinople',
      `(t."keywords" @> ["constantin"] and fold(t."name") ~ "(^|[^[:alnum:]])constantinople")`,
    ],
    [
      'punctuation too, since 50% is not 500',
      '50% off',
      '(t."keywords" @> ["50","off"] and fold(t."name") ~ "(^|[^[:alnum:]])50" and fold(t."name") ~ "(^|[^[:alnum:]])off" and position("50% off" in fold(t."name")) > 0)',
    ],
    ['only the beginning of the text for punctuation alone', '#%', 'fold(t."name") like "#\\\\%%"'],
  ])('a prefix search queries %s', (_what, begins, sql) => {
    expect(of({ name: { begins } })).toBe(sql)
  })

  it('a search of all fields queries the keywords and finds nothing by punctuation', () => {
    expect(of({ keywords: 'blue' })).toBe('t."keywords" @> ["blue"]')
    expect(of({ keywords: { begins: '%%' } })).toBe('false')
  })

  it('a search of a link queries the keywords of its target', () => {
    const conditions = [of({ keeper: { begins: 'Ann' } }), of({ 'keeper.label': { begins: 'ann' } })]
    expect(conditions[0]).toBe(conditions[1])
    expect(conditions[0]).toMatch(
      /^t\."keeper_uid" in \(select l\.uid from "users" l\s+where l\.keywords @> \["ann"\] and fold\(coalesce\(.*\) ~ ".*ann"\)$/s,
    )
    expect(of({ keeper: { begins: '!' } })).toBe('false')
  })
})

it('compares the label of a link with the name of its target, or with its fallback', () => {
  expect(of({ 'company.label': 'North' })).toBe(
    `(select nullif(concat_ws(' ', nullif(l."name"::text, '')), '') from "companies" l where l.uid = t."company_uid") = "North"`,
  )
  expect(of({ 'keeper.label': 'Ann Lee' })).toContain(
    `coalesce(nullif(concat_ws(' ', nullif(l."firstname"::text, ''), nullif(l."lastname"::text, '')), ''), nullif(l."email"::text, ''))`,
  )
})
