import { describe, expect, it } from 'vitest'
import type { Resource } from '~/model/define'
import * as fields from '~/model/fields'
import { resourceOf } from '~/model/registry'
import { difference, hasAlready } from '~/server/records/history'

const company = (label: string, uid = 'c1') => ({ ref: `companies/${uid}`, label })

const resource: Resource = {
  ...resourceOf('medias'),
  states: undefined,
  fields: {
    name: fields.text(),
    text: fields.rich('minimal'),
    tags: fields.tags(),
    company: fields.link('companies'),
    members: fields.links('users'),
    at: fields.date(),
    secret: fields.text({ read: [] }),
    noise: fields.text({ excludeFromHistory: true }),
    updatedAt: fields.date(),
    createdAt: fields.date(),
  },
}

const before = {
  ...{
    uid: 'm1',
    name: 'Quay',
    text: { en: 'Hello', fr: 'Bonjour' },
    tags: ['a', 'b'],
    company: company('Museum'),
  },
  ...{ members: [{ ref: 'users/u1', label: 'Ann' }], at: new Date(0), secret: 's', noise: '1' },
}

const changed = (changes: object) => difference(resource, before, { ...before, ...changes })

describe('difference', () => {
  it.each<[string, object]>([
    ['no change', {}],
    ['the label of a link', { company: company('The Museum') }],
    ['a link without its label', { company: { ref: 'companies/c1' } }],
    ['the order of languages', { text: { fr: 'Bonjour', en: 'Hello' } }],
    ['a date as a string', { at: '1970-01-01T00:00:00.000Z' }],
    ['an unreadable field', { secret: 'another' }],
    ['a field excluded from the history', { noise: '2' }],
    ['a timestamp', { updatedAt: new Date(), createdAt: new Date() }],
    ['an undeclared field', { unknown: 1 }],
  ])('difference ignores %s', (_what, changes) => {
    expect(changed(changes)).toEqual({})
  })

  it.each<[string, object, Record<string, [unknown, unknown]>]>([
    ['a text', { name: 'Pier' }, { name: ['Quay', 'Pier'] }],
    ['a removed text', { name: null }, { name: ['Quay', null] }],
    [
      'one language',
      { text: { en: 'Hello', fr: 'Salut' } },
      { text: [before.text, { en: 'Hello', fr: 'Salut' }] },
    ],
    ['a tag', { tags: ['a', 'b', 'c'] }, { tags: [before.tags, ['a', 'b', 'c']] }],
    ['the order of tags', { tags: ['b', 'a'] }, { tags: [before.tags, ['b', 'a']] }],
    [
      'a link to another record of the same name',
      { company: company('Museum', 'c2') },
      { company: ['Museum', 'Museum'] },
    ],
    [
      'a list of links',
      {
        members: [
          { ref: 'users/u1', label: 'Ann' },
          { ref: 'users/u2', label: 'Bob' },
        ],
      },
      { members: [['Ann'], ['Ann', 'Bob']] },
    ],
    ['a date', { at: new Date(1) }, { at: ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z'] }],
  ])('difference contains %s', (_what, changes, told) => {
    expect(changed(changes)).toEqual(told)
  })

  it('difference ignores a missing value that becomes empty', () => {
    for (const nothing of [null, undefined, '', []])
      expect(difference(resource, { uid: 'm1' }, { uid: 'm1', name: nothing, tags: nothing })).toEqual({})
  })
})

describe('hasAlready', () => {
  it('a record has values that differ only in labels or the order of languages', () => {
    const values = { name: 'Quay', text: { fr: 'Bonjour', en: 'Hello' }, company: { ref: 'companies/c1' } }
    expect(hasAlready(resource, before, values)).toBe(true)
    expect(hasAlready(resource, before, { ...values, name: 'Pier' })).toBe(false)
  })

  it('hasAlready is false for undeclared fields and for the status of a record', () => {
    expect(hasAlready(resource, before, { unknown: null })).toBe(false)
    const states = { field: 'name' } as NonNullable<Resource['states']>
    expect(hasAlready({ ...resource, states }, before, { name: 'Quay' })).toBe(false)
  })
})
