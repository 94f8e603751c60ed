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

describe('what changed of a record', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['a link whose record was renamed', { company: company('The Museum') }],
    ['a link without its label', { company: { ref: 'companies/c1' } }],
    ['the order of languages', { text: { fr: 'Bonjour', en: 'Hello' } }],
    ['a moment as a text', { at: '1970-01-01T00:00:00.000Z' }],
    ['what nobody reads', { secret: 'another' }],
    ['what is left out', { noise: '2' }],
    ['when it was changed', { updatedAt: new Date(), createdAt: new Date() }],
    ['what the resource does not have', { unknown: 1 }],
  ])('is nothing where it is %s', (_what, changes) => {
    expect(changed(changes)).toEqual({})
  })

  it.each<[string, object, Record<string, [unknown, unknown]>]>([
    ['a text', { name: 'Pier' }, { name: ['Quay', 'Pier'] }],
    ['a text that is gone', { name: null }, { name: ['Quay', null] }],
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
    ['a moment', { at: new Date(1) }, { at: ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z'] }],
  ])('is told where it is %s', (_what, changes, told) => {
    expect(changed(changes)).toEqual(told)
  })

  it('is nothing where a value that was missing is empty now', () => {
    for (const nothing of [null, undefined, '', []])
      expect(difference(resource, { uid: 'm1' }, { uid: 'm1', name: nothing, tags: nothing })).toEqual({})
  })
})

describe('values that a record has already', () => {
  it('change nothing, whatever labels and order of languages they name', () => {
    const values = { name: 'Quay', text: { fr: 'Bonjour', en: 'Hello' }, company: { ref: 'companies/c1' } }
    expect(hasAlready(resource, before, values)).toBe(true)
    expect(hasAlready(resource, before, { ...values, name: 'Pier' })).toBe(false)
  })

  it('are none that it does not know, and no state: whether that may follow itself is decided elsewhere', () => {
    expect(hasAlready(resource, before, { unknown: null })).toBe(false)
    const states = { field: 'name' } as NonNullable<Resource['states']>
    expect(hasAlready({ ...resource, states }, before, { name: 'Quay' })).toBe(false)
  })
})
