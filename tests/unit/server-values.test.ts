import { describe, expect, it } from 'vitest'
import * as fields from '~/model/fields'
import { checkValue, normalise } from '~/server/records/kinds'

const ref = { ref: 'companies/abc' }

describe('a value of a request', () => {
  it.each([
    ['text', fields.text(), 'x'.repeat(200)],
    ['nothing', fields.text({ required: true }), null],
    ['an address', fields.email(), 'first.last+tag@sub.example.org'],
    ['true or false', fields.boolean(), false],
    ['a whole number', fields.integer({ min: 1, max: 240 }), 240],
    ['a date', fields.date(), '2026-11-21T03:00:00Z'],
    ['a choice', fields.choice(['a', 'b']), 'b'],
    ['a link', fields.link('companies'), ref],
    ['tags', fields.tags(), ['one', 'two']],
    ['a password', fields.password(), '123456'],
    ['a file', fields.file(), { ref: 'files/abc' }],
  ] as const)('is accepted when it is %s', (_name, field, value) => {
    expect(checkValue(value, field)).toBeUndefined()
  })

  it.each([
    ['too long', fields.text(), 'x'.repeat(201), 'too_long'],
    ['not text', fields.text(), 5, 'invalid'],
    ['text with a zero character', fields.text(), 'a\u0000b', 'invalid'],
    ['no address', fields.email(), 'first.last', 'invalid'],
    ['an address with spaces', fields.email(), 'a b@c.example', 'invalid'],
    ['two addresses', fields.email(), 'a@b.example,c@d.example', 'invalid'],
    ['a word for a truth', fields.boolean(), 'true', 'invalid'],
    ['a broken number', fields.integer(), 1.5, 'invalid'],
    ['a number as text', fields.integer(), '5', 'invalid'],
    ['a number beyond what JSON can hold', fields.integer(), 2 ** 60, 'invalid'],
    ['too small', fields.integer({ min: 1 }), 0, 'too_small'],
    ['too large', fields.integer({ max: 240 }), 241, 'too_large'],
    ['no date', fields.date(), 'tomorrow', 'invalid'],
    ['no option', fields.choice(['a', 'b']), 'c', 'unknown_option'],
    ['a link elsewhere', fields.link('users'), ref, 'unknown_record'],
    ['a link as text', fields.link('companies'), 'companies/abc', 'unknown_record'],
    ['tags that are not text', fields.tags(), ['one', 2], 'invalid'],
    ['more tags than anyone reads', fields.tags(), Array.from({ length: 51 }, String), 'invalid'],
    ['a short password', fields.password(), '12345', 'too_short'],
    ['a file without a reference', fields.file(), { label: 'x' }, 'invalid'],
  ] as const)('is refused when it is %s', (_name, field, value, code) => {
    expect(checkValue(value, field)).toBe(code)
  })

  it('is kept trimmed, addresses in lower case, each tag once, blank text as nothing', () => {
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
  ])('is left to validation unread where it is far too long: %s', (_what, field, value) => {
    expect(normalise(value, field)).toBe(value)
    expect(checkValue(value, field)).toBe('too_long')
  })

  it.each([
    ['too long', '<p>x</p>'.repeat(2501)],
    ['of too many tags', '<b>'.repeat(4001)],
  ])('is not sanitized where it is rich text %s', (_what, html) => {
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
