import { describe, expect, it } from 'vitest'
import { ApiError } from '~/model/errors'
import { parseListQuery } from '~/model/lists/query'
import { flatten, nest } from '~/model/objects'
import { medias } from '~/model/resources/medias'
import { users } from '~/model/resources/users'
import { fill, fold, isLongQuery, keywordsOf, queryKeywords } from '~/model/text'

const parse = (q: object, more: object = {}) =>
  parseListQuery(medias, 'root', { q: JSON.stringify(q), ...more })
const codeOf = (work: () => unknown) => {
  try {
    work()
    return 'accepted'
  } catch (error) {
    return error instanceof ApiError ? error.code : 'another error'
  }
}

describe('a list query', () => {
  it('applies the definition’s defaults to an empty list query', () => {
    expect(parseListQuery(medias, 'root', {})).toEqual({
      offset: 0,
      batch: 10,
      sort: { field: 'createdAt', on: 'value', order: 'desc' },
      where: [],
    })
    expect(parseListQuery(users, 'root', {}).sort).toEqual({ field: 'email', on: 'value', order: 'asc' })
  })

  it('parses equality, one of several values, operators and links', () => {
    expect(
      parse({
        status: 'pending',
        company: 'companies/x',
        size: { gt: 5, lte: 9 },
        'createdBy.label': { begins: 'a' },
      }).where,
    ).toEqual([
      { field: 'status', on: 'value', op: 'eq', value: 'pending' },
      { field: 'company', on: 'ref', op: 'eq', value: 'companies/x' },
      { field: 'size', on: 'value', op: 'gt', value: 5 },
      { field: 'size', on: 'value', op: 'lte', value: 9 },
      { field: 'createdBy', on: 'label', op: 'begins', value: 'a' },
    ])
  })

  it('sorts by declared sortable fields and by uid, and refuses others', () => {
    expect(parse({}, { fsort: 'company.label', osort: 'desc' }).sort).toEqual({
      field: 'company',
      on: 'label',
      order: 'desc',
    })
    expect(parse({}, { fsort: 'uid' }).sort.field).toBe('uid')
    expect(codeOf(() => parse({}, { fsort: 'tags' }))).toBe('unknown_field')
  })

  it('refuses to filter by a field that the role may not read', () => {
    const ask = (role: 'root' | 'admin') =>
      codeOf(() => parseListQuery(users, role, { q: '{"messageToken":"x"}' }))
    expect([ask('root'), ask('admin')]).toEqual(['unknown_field', 'unknown_field'])
  })

  it('rejects filter values that do not fit their field', () => {
    for (const q of [
      { size: 'big' },
      { status: 4 },
      { createdAt: 'soon' },
      { size: { gt: null, begins: 'x' } },
      { name: { begins: 4 } },
      { status: { ne: ['x'] } },
    ])
      expect([q, codeOf(() => parse(q))]).toEqual([q, 'invalid_query'])
  })
})

describe('an expensive search', () => {
  it.each([
    ['a beginning of more than 200 characters', { name: { begins: 'x'.repeat(201) } }],
    ['more than 20 words', { name: { begins: 'a.'.repeat(21) } }],
    [
      'more than 20 words in several conditions',
      { name: { begins: 'a '.repeat(11) }, keywords: 'b '.repeat(10) },
    ],
    ['a text of more than 5000 characters', { name: 'x'.repeat(5001) }],
    ['such a text among several', { name: ['x', 'x'.repeat(5001)] }],
  ])('rejects an expensive search with too_complex: %s', (_what, q) => {
    expect(codeOf(() => parse(q))).toBe('too_complex')
  })

  it('accepts a search of 20 words', () => {
    expect(parse({ keywords: 'a b c d e f g h i j k l m n o p q r s t' })).toBeDefined()
  })
})

describe('keywords', () => {
  it('derives keywords as lower-case prefixes of every word, up to 10 characters', () => {
    expect(keywordsOf(['Été 42'])).toEqual(['4', '42', 'e', 'et', 'ete'])
    expect(keywordsOf(['Constantinople']).at(-1)).toBe('constantin')
    expect(keywordsOf(['a a', 'A'])).toEqual(['a'])
  })

  it('truncates the words of a keyword query to 10 characters', () => {
    expect(queryKeywords('  Constantinople É ')).toEqual(['constantin', 'e'])
    expect([isLongQuery('constantin'), isLongQuery('constantinople')]).toEqual([false, true])
    expect(fold('ÀÉÎõü')).toBe('aeiou')
  })
})

describe('texts of the specification', () => {
  it('fills numbered placeholders of the specification’s texts', () => {
    expect(fill("The file format '%0' is not acceptable", 'text/html')).toBe(
      "The file format 'text/html' is not acceptable",
    )
  })
})

describe('dotted fields', () => {
  const flat = { uid: 'x', 'users.total': 1, 'users.active': 2, name: 'n' }
  it('nests dotted fields in JSON and flattens them again', () => {
    expect(nest(flat)).toEqual({ uid: 'x', users: { total: 1, active: 2 }, name: 'n' })
    expect(flatten(nest(flat), Object.keys(flat))).toEqual(flat)
  })
  it('flattens undeclared members as well, so that they are refused by name', () => {
    expect(flatten({ users: { total: 1, secret: 2 } }, ['users.total'])).toEqual({
      'users.total': 1,
      'users.secret': 2,
    })
  })
})
