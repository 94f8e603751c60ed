import { describe, expect, it } from 'vitest'
import { listFieldOf, namesIn } from '~/model/bulk'
import { asObject, isObject, oncePer, textIn, valueAt } from '~/model/objects'
import { isRichText } from '~/model/rich-text'

describe('the value at a path', () => {
  it.each([
    [{ name: 'Quay' }, 'name', 'Quay'],
    [{ 'users.total': 3 }, 'users.total', 3],
    [{ users: { total: 3 } }, 'users.total', 3],
    [{ 'users.total': 3, users: { total: 4 } }, 'users.total', 3],
    [{ 'users.total': null, users: { total: 4 } }, 'users.total', null],
    [{ a: { b: { c: 0 } } }, 'a.b.c', 0],
    [{ a: [5, 6] }, 'a.1', 6],
    [{ a: null }, 'a.b', undefined],
    [{ a: 'text' }, 'a.length', undefined],
    [{ a: {} }, 'a.b.c', undefined],
    [{}, 'name', undefined],
    [{}, '', undefined],
    [undefined, 'name', undefined],
    [{}, 'constructor', undefined],
    [{}, 'toString', undefined],
    [{ a: {} }, 'a.__proto__', undefined],
    [{ a: [] }, 'a.map', undefined],
  ])('the value in %j at %j is %j', (record, path, value) => {
    expect(valueAt(record, path)).toEqual(value)
  })
})

describe('a value that is computed once', () => {
  it('computes a value once for each object, undefined included', () => {
    const asked: object[] = []
    const once = oncePer((key: { value: unknown }) => {
      asked.push(key)
      return key.value
    })
    const [one, other, none] = [{ value: 1 }, { value: 1 }, { value: undefined }]
    for (let time = 0; time < 3; time++)
      expect([once(one), once(other), once(none)]).toEqual([1, 1, undefined])
    expect(asked).toEqual([one, other, none])
  })

  it('computes a value again after an error', () => {
    let failures = 1
    const once = oncePer((_key: object) => {
      if (failures-- > 0) throw new Error('not now')
      return 'value'
    })
    const key = {}
    expect(() => once(key)).toThrow('not now')
    expect(once(key)).toBe('value')
  })
})

describe('the values of a list field', () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      [{ ref: 'users/ann', label: 'Ann' }, { ref: 'users/bob' }],
      ['users/ann', 'users/bob'],
    ],
    [
      [1, true],
      ['1', 'true'],
    ],
    [[], []],
    [null, []],
    [undefined, []],
    ['a', []],
    [{ 0: 'a', length: 1 }, []],
  ])('the names in %j are %j', (value, names) => {
    expect(namesIn(value)).toEqual(names)
  })

  it('returns the list field of an action that adds or removes values', () => {
    expect(
      [{ add: 'groups' }, { remove: 'accessList' }, {}].map(each => listFieldOf({ act: 'update', ...each })),
    ).toEqual(['groups', 'accessList', undefined])
  })
})

it.each([
  [{}, true],
  [{ en: '<p>Hi</p>', fr: null }, true],
  [{ en: '' }, true],
  [{ de: '<p>Hallo</p>' }, false],
  [{ en: 1 }, false],
  [{ en: ['<p>'] }, false],
  [['<p>'], false],
  [null, false],
  ['<p>', false],
])('determines whether %j is text by language: %s', (value, is) => {
  expect(isRichText(value)).toBe(is)
})

it.each([
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  ['{}', false],
  [undefined, false],
])('determines whether %j is an object: %s', (value, is) => {
  expect(isObject(value)).toBe(is)
  expect(asObject(value)).toEqual(is ? value : {})
})

it.each([
  [{ name: 'Quay' }, 'Quay'],
  [{ name: ' ' }, ' '],
  [{ name: '' }, undefined],
  [{ name: 0 }, undefined],
  [{ name: null }, undefined],
  [{}, undefined],
  [['name'], undefined],
  [null, undefined],
  ['name', undefined],
])('the text "name" in %j is %j', (value, text) => {
  expect(textIn(value, 'name')).toBe(text)
})
