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

/** The condition in SQL, with its parameters in place of their numbers. */
const of = (q: object) => {
  const { where } = parseListQuery(rooms, 'root', { q: JSON.stringify(q) })
  const { sql, params } = dialect.sqlToQuery(whereOf(rooms, where, 'all'))
  return sql.replace(/\$(\d+)/g, (_, number) => JSON.stringify(params[Number(number) - 1]))
}

describe('a condition of a list', () => {
  it.each([
    ['nothing', {}, 'true'],
    ['a value', { status: 'open' }, 't."status" = "open"'],
    ['no value', { code: null }, 't."code" is null'],
    ['any value', { code: { ne: null } }, 't."code" is distinct from null'],
    ['another value, or none', { code: { ne: 'a' } }, 't."code" is distinct from "a"'],
    ['one of some', { status: ['open', 'shut'] }, 't."status" = any(["open","shut"])'],
    ['one of some, or none', { code: ['a', null] }, '(t."code" = any(["a"]) or t."code" is null)'],
    ['none alone', { code: [null] }, '(false or t."code" is null)'],
    ['one of nothing', { code: [] }, 'false'],
    ['a range', { size: { gte: 1, lt: 9 } }, 't."size" >= 1 and t."size" < 9'],
    ['its id', { uid: 'abc' }, 't."uid" = "abc"'],
  ])('is by %s', (_what, q, sql) => {
    expect(of(q)).toBe(sql)
  })

  it('reads a day as midnight in UTC, wherever the database is', () => {
    expect(of({ openedAt: { gte: '2026-03-29' } })).toBe('t."opened_at" >= "2026-03-29T00:00:00.000Z"')
    expect(of({ openedAt: { lt: '2026-03-29T02:30:00+02:00' } })).toBe(
      't."opened_at" < "2026-03-29T00:30:00.000Z"',
    )
  })

  it.each([
    ['a link by what it refers to', { company: 'companies/x' }, 't."company_uid" = "x"'],
    ['a reference elsewhere as one to nothing', { company: 'users/x' }, 't."company_uid" = ""'],
    ['a uid alone as one to nothing', { company: 'x' }, 't."company_uid" = ""'],
    ['a nested reference by its end', { version: 'environments/e/versions/v' }, 't."version_uid" = "v"'],
    ['a nested reference without its parent as nothing', { version: 'versions/v' }, 't."version_uid" = ""'],
    ['no link', { keeper: null }, 't."keeper_uid" is null'],
    [
      'some links',
      { company: ['companies/x', null] },
      '(t."company_uid" = any(["x"]) or t."company_uid" is null)',
    ],
    ['the checksum of a file', { 'plan.md5Hash': 'abc=' }, `(t."plan" ->> 'md5Hash') = "abc="`],
  ])('takes %s', (_what, q, sql) => {
    expect(of(q)).toBe(sql)
  })

  it.each([
    ['one tag', { labels: 'a' }, 't."labels" @> ["a"]'],
    ['one of some tags', { labels: ['a', 'b'] }, 't."labels" && ["a","b"]'],
    ['no tag at all', { labels: null }, `t."labels" = '{}'`],
    ['one of some, or none at all', { labels: ['a', null] }, `(t."labels" && ["a"] or t."labels" = '{}')`],
  ])('finds %s', (_what, q, sql) => {
    expect(of(q)).toBe(sql)
  })
})

describe('a search by how a text begins', () => {
  it('is none while nothing but blanks is typed', () => {
    expect(of({ code: { begins: ' ' }, name: { begins: '' } })).toBe('true')
  })

  it('takes % and _ and \\ for what they are, and no account of case, accents and blanks around', () => {
    expect(of({ code: { begins: ' É5%_\\ ' } })).toBe('fold(t."code"::text) like "e5\\\\%\\\\_\\\\\\\\%"')
  })

  it('asks each tag, not the list of them as one text', () => {
    expect(of({ labels: { begins: 'Ét' } })).toBe(
      'exists (select 1 from unnest(t."labels") as tag where fold(tag) like "et%")',
    )
  })

  it.each([
    ['keywords alone, where the one searched field decides', 'blue room', 't."keywords" @> ["blue","room"]'],
    [
      'the words themselves, where one is longer than a keyword',
      'Constantinople',
      `(t."keywords" @> ["constantin"] and fold(t."name") ~ "(^|[^[:alnum:]])constantinople")`,
    ],
    [
      'the signs too, since 50% is not 500',
      '50% off',
      '(t."keywords" @> ["50","off"] and fold(t."name") ~ "(^|[^[:alnum:]])50" and fold(t."name") ~ "(^|[^[:alnum:]])off" and position("50% off" in fold(t."name")) > 0)',
    ],
    ['signs alone by how the text begins', '#%', 'fold(t."name") like "#\\\\%%"'],
  ])('asks %s', (_what, begins, sql) => {
    expect(of({ name: { begins } })).toBe(sql)
  })

  it('of all fields asks the keywords, and finds nothing by signs', () => {
    expect(of({ keywords: 'blue' })).toBe('t."keywords" @> ["blue"]')
    expect(of({ keywords: { begins: '%%' } })).toBe('false')
  })

  it('of a link are words of what it shows, which the keywords of its target find', () => {
    const conditions = [of({ keeper: { begins: 'Ann' } }), of({ 'keeper.label': { begins: 'ann' } })]
    expect(conditions[0]).toBe(conditions[1])
    expect(conditions[0]).toMatch(
      /^t\."keeper_uid" in \(select l\.uid from "users" l\s+where l\.keywords @> \["ann"\] and fold\(coalesce\(.*\) ~ ".*ann"\)$/s,
    )
    expect(of({ keeper: { begins: '!' } })).toBe('false')
  })
})

it('compares the label of a link with the name of its target, or what it has instead', () => {
  expect(of({ 'company.label': 'North' })).toBe(
    `(select nullif(concat_ws(' ', nullif(l."name"::text, '')), '') from "companies" l where l.uid = t."company_uid") = "North"`,
  )
  expect(of({ 'keeper.label': 'Ann Lee' })).toContain(
    `coalesce(nullif(concat_ws(' ', nullif(l."firstname"::text, ''), nullif(l."lastname"::text, '')), ''), nullif(l."email"::text, ''))`,
  )
})
