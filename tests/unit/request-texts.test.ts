import { describe, expect, it } from 'vitest'
import { findFault, isStorableText, requestLimits } from '~/model/text'

const { depth, items, keyLength, nodes, pathLength, textLength } = requestLimits

/** A value nested in this many objects or lists. */
const nested = (levels: number, wrap: (value: unknown) => unknown = value => ({ a: value })) => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))
/** Lists of 1,000 numbers each and the rest: this many values including the outer list. */
const ofNodes = (count: number) => {
  const whole = Math.floor((count - 1) / (items + 1))
  const rest = count - 1 - whole * (items + 1)
  return [...Array.from({ length: whole }, () => Array(items).fill(0)), ...Array(rest).fill(0)]
}

describe('storable texts', () => {
  it.each(['', 'Été', '日本', '🚶', '\u001b[2J', '\n\t\r', '\uffff', '\u202e', '\ufffd'])(
    'accepts %j as a storable text',
    text => {
      expect(isStorableText(text)).toBe(true)
      expect(findFault(text)).toBeUndefined()
    },
  )

  it.each(['\0', 'a\0b', '\ud83d', 'a\udc00', '\udeb6\ud83d', '🚶\ud83d'])(
    'rejects %j as a storable text',
    text => {
      expect(isStorableText(text)).toBe(false)
      expect(findFault(text)).toEqual({ code: 'invalid_text', path: '' })
    },
  )

  it('checks the same text repeatedly with the same result', () => {
    for (let time = 0; time < 4; time++)
      expect([isStorableText('a\0'), isStorableText('a')]).toEqual([false, true])
  })
})

describe('the validation of a request body', () => {
  it.each([null, true, 0, -1.5, {}, [], [{}, [null]], { a: { b: ['c'] } }])('accepts the body %j', body => {
    expect(findFault(body)).toBeUndefined()
  })

  it.each([
    [{ name: 'a\0' }, 'name'],
    [{ company: { label: 'a\0' } }, 'company.label'],
    [{ tags: ['a', 'b\0'] }, 'tags.1'],
    [[['\ud83d']], '0.0'],
    [{ ok: { 'a\0': 1 } }, 'ok'],
    [{ 'a\0': 1 }, ''],
    [{ '': '\0' }, ''],
  ])('rejects the body %j at the path %j', (body, path) => {
    expect(findFault(body)).toEqual({ code: 'invalid_text', path })
  })

  it('prefixes the path of an invalid value', () => {
    expect(findFault('\0', 'query.q')).toEqual({ code: 'invalid_text', path: 'query.q' })
    expect(findFault({ name: '\0' }, 'body')).toEqual({ code: 'invalid_text', path: 'body.name' })
  })

  it('truncates the path of an invalid value with long keys', () => {
    const fault = findFault({ ['k'.repeat(keyLength)]: { ['l'.repeat(keyLength)]: '\0' } })
    expect(fault).toEqual({ code: 'invalid_text', path: 'k'.repeat(pathLength) })
  })

  it.each<[string, () => unknown, boolean]>([
    ['a text at the limit', () => 'x'.repeat(textLength), true],
    ['a text beyond the limit', () => 'x'.repeat(textLength + 1), false],
    ['a key at the limit', () => ({ ['k'.repeat(keyLength)]: 1 }), true],
    ['a key beyond the limit', () => ({ ['k'.repeat(keyLength + 1)]: 1 }), false],
    ['a list of 1,000', () => Array(items).fill(0), true],
    ['a list of 1,001', () => Array(items + 1).fill(0), false],
    ['1,000 keys', () => keys(items), true],
    ['1,001 keys', () => keys(items + 1), false],
    ['20 nested objects', () => nested(depth), true],
    ['21 nested objects', () => nested(depth + 1), false],
    ['20 nested lists', () => nested(depth, value => [value]), true],
    ['21 nested lists', () => nested(depth + 1, value => [value]), false],
    ['100,000 nested lists, which would overflow the stack', () => nested(100_000, value => [value]), false],
    ['the maximum number of values', () => ofNodes(nodes), true],
    ['more values than the maximum', () => ofNodes(nodes + 1), false],
  ])('validates a body with %s: %s', (_name, make, taken) => {
    expect(findFault(make())?.code).toBe(taken ? undefined : 'too_complex')
  })

  it('validates keys that are names of Object.prototype like any others', () => {
    expect(findFault(JSON.parse('{"__proto__": {"constructor": 1}, "toString": null}'))).toBeUndefined()
    expect(findFault(JSON.parse('{"__proto__": "a\\u0000"}'))).toEqual({
      code: 'invalid_text',
      path: '__proto__',
    })
  })
})
