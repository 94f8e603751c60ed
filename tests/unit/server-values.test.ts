import { describe, expect, it } from 'vitest'
import * as fields from '~/model/fields'
import { checkValue, normalise } from '~/server/records/kinds'

const ref = { ref: 'companies/abc' }

describe('the values of a request', () => {
  it.each([
    ['text', fields.text(), 'x'.repeat(200)],
    ['null', fields.text({ required: true }), null],
    ['an address', fields.email(), 'first.last+tag@sub.example.org'],
    ['a boolean', fields.boolean(), false],
    ['a whole number', fields.integer({ min: 1, max: 240 }), 240],
    ['a date', fields.date(), '2026-11-21T03:00:00Z'],
    ['a choice', fields.choice(['a', 'b']), 'b'],
    ['a link', fields.link('companies'), ref],
    ['tags', fields.tags(), ['one', 'two']],
    ['a password', fields.password(), '123456'],
    ['a file', fields.file(), { ref: 'files/abc' }],
  ] as const)('accepts %s', (_name, field, value) => {
    expect(checkValue(value, field)).toBeUndefined()
  })

  it.each([
    ['a text that is too long', fields.text(), 'x'.repeat(201), 'too_long'],
    ['a number as text', fields.text(), 5, 'invalid'],
    ['text with NUL', fields.text(), 'a\u0000b', 'invalid'],
    ['an invalid address', fields.email(), 'first.last', 'invalid'],
    ['an address with spaces', fields.email(), 'a b@c.example', 'invalid'],
    ['two addresses', fields.email(), 'a@b.example,c@d.example', 'invalid'],
    ['a string as boolean', fields.boolean(), 'true', 'invalid'],
    ['a fraction as integer', fields.integer(), 1.5, 'invalid'],
    ['a string as integer', fields.integer(), '5', 'invalid'],
    ['an integer beyond the safe range', fields.integer(), 2 ** 60, 'invalid'],
    ['a number below the minimum', fields.integer({ min: 1 }), 0, 'too_small'],
    ['a number above the maximum', fields.integer({ max: 240 }), 241, 'too_large'],
    ['an invalid date', fields.date(), 'tomorrow', 'invalid'],
    ['an unknown option', fields.choice(['a', 'b']), 'c', 'unknown_option'],
    ['a link to another resource', fields.link('users'), ref, 'unknown_record'],
    ['a link as string', fields.link('companies'), 'companies/abc', 'unknown_record'],
    ['tags that are not text', fields.tags(), ['one', 2], 'invalid'],
    ['too many tags', fields.tags(), Array.from({ length: 51 }, String), 'invalid'],
    ['a short password', fields.password(), '12345', 'too_short'],
    ['a file without a reference', fields.file(), { label: 'x' }, 'invalid'],
  ] as const)('rejects %s', (_name, field, value, code) => {
    expect(checkValue(value, field)).toBe(code)
  })

  it('trims texts, lower-cases addresses, removes duplicate tags and stores blank text as null', () => {
    expect(normalise('  Name ', fields.text())).toBe('Name')
    expect(normalise('   ', fields.text())).toBeNull()
    expect(normalise(' Two \r\n\r\n lines\u2028and one\n', fields.text())).toBe('Two lines and one')
    expect(normalise('\n\r', fields.text())).toBeNull()
    expect(normalise(' Two\nlines ', fields.multiline())).toBe('Two\nlines')
    expect(normalise(['a\nb', 'a b'], fields.tags())).toEqual(['a b'])
    expect(normalise(' A@B.Example ', fields.email())).toBe('a@b.example')
    expect(normalise(['a', ' a ', '', 'b'], fields.tags())).toEqual(['a', 'b'])
    expect(normalise(null, fields.tags())).toEqual([])
    expect(normalise('', fields.choice(['a']))).toBeNull()
    expect(normalise(' secret ', fields.password())).toBe(' secret ')
  })

  it.each([
    ['text of blanks', fields.text(), `a${' '.repeat(99_998)}b`],
    ['text of line breaks', fields.text(), `a${'\n '.repeat(50_000)}b`],
    ['an address of dots', fields.email(), `A@${'A.'.repeat(49_500)}@`],
    ['text of several lines', fields.multiline(), `a${'\u0301'.repeat(99_999)}`],
  ])('does not normalize a value that is far too long: %s', (_what, field, value) => {
    expect(normalise(value, field)).toBe(value)
    expect(checkValue(value, field)).toBe('too_long')
  })

  it.each([
    ['too long', '<p>x</p>'.repeat(2501)],
    ['of too many tags', '<b>'.repeat(4001)],
  ])('does not sanitize rich text that is %s', (_what, html) => {
    expect(normalise({ en: html }, fields.rich('minimal'))).toEqual({ en: html })
    expect(checkValue({ en: html }, fields.rich('minimal'))).toBe('too_long')
  })

  it('leaves too many tags, and tags that are too long, to validation', () => {
    const [many, length] = [Array.from({ length: 101 }, () => ' a '), ['a'.repeat(121)]]
    expect(normalise(many, fields.tags())).toBe(many)
    expect(normalise(length, fields.tags())).toEqual(length)
    expect(checkValue(length, fields.tags())).toBe('invalid')
  })
})
