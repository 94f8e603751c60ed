import { describe, expect, it } from 'vitest'
import { readNumber, writeNumber } from '~/src/ui/format'

const NARROW = '\u202f'
const HARD = '\u00a0'

describe('a whole number', () => {
  it.each([
    ['en', '12', 12],
    ['en', ' 12 ', 12],
    ['en', '1000', 1000],
    ['en', '1,000', 1000],
    ['en', '1,000,000', 1_000_000],
    ['en', '1.000.000', 1_000_000],
    ['fr', '1 000', 1000],
    ['fr', `1${NARROW}000`, 1000],
    ['fr', `12${HARD}345${HARD}678`, 12_345_678],
    ['en', '1 000', 1000],
    ['en', '1’000', 1000],
    ['es', '1.000', 1000],
    ['es', '1.234.567', 1_234_567],
    ['en', '1.0', 1],
    ['fr', '10,00', 10],
    ['en', '1,000.00', 1000],
    ['fr', '1.000,00', 1000],
    ['en', '١٢', 12],
    ['en', '۱۲۳', 123],
    ['en', '１２', 12],
    ['en', '१२', 12],
    ['en', '-3', -3],
    ['en', '−3', -3],
    ['en', '- 3', -3],
    ['fr', '−1 000', -1000],
    ['en', '+3', 3],
    ['en', '\u200e12', 12],
    ['en', '', null],
    ['en', '   ', null],
    ['en', '007', 7],
  ])('the locale %s parses %j as %s', (locale, text, value) => {
    expect(readNumber(text, locale, true)).toEqual({ value })
  })

  it.each([
    ['en', '1.000', [1000, 1]],
    ['fr', '1.000', [1000, 1]],
    ['fr', '1,000', [1000, 1]],
    ['es', '1,000', [1000, 1]],
    ['en', '-2.500', [-2500, -2.5]],
    ['en', '١.٠٠٠', [1000, 1]],
  ])('the locale %s reads %j in two ways: %j', (locale, text, two) => {
    expect(readNumber(text, locale, true)).toEqual({ two })
  })

  it.each([
    ['en', '1,5'],
    ['en', '1.5'],
    ['fr', '1,5'],
    ['fr', '0,500'],
    ['en', '1,000.5'],
  ])('the locale %s rejects %j, which is not whole', (locale, text) => {
    expect(readNumber(text, locale, true)).toEqual({ problem: 'not_whole' })
  })

  it.each([
    '1e3',
    '1E3',
    'ten',
    '1 2',
    '12 34',
    '1,00,000',
    '1.00.000',
    '1..5',
    '1,2,3',
    '--1',
    '1-',
    '1/2',
    '0x10',
    'Infinity',
    '∞',
    '½',
    '5%',
    '.',
    ',',
    '-',
    '9'.repeat(400),
  ])('rejects %j as a whole number', text => {
    for (const locale of ['en', 'fr', 'es'])
      expect(readNumber(text, locale, true)).toEqual({ problem: 'unreadable' })
  })
})

describe('a number with decimals', () => {
  it.each([
    ['en', '1.5', 1.5],
    ['en', '1,5', 1.5],
    ['fr', '1,5', 1.5],
    ['fr', '1.5', 1.5],
    ['es', '0,25', 0.25],
    ['en', '.5', 0.5],
    ['fr', ',5', 0.5],
    ['en', '1.234', 1.234],
    ['fr', '1,234', 1.234],
    ['en', '0.125', 0.125],
    ['fr', '0.125', 0.125],
    ['fr', '1 234,5', 1234.5],
    ['en', '1,234.5', 1234.5],
    ['es', '1.234,5', 1234.5],
    ['en', '1.234,5', 1234.5],
    ['en', '٣٫٥', 3.5],
    ['en', '−0.5', -0.5],
  ])('the locale %s parses the decimal number %j as %s', (locale, text, value) => {
    expect(readNumber(text, locale, false)).toEqual({ value })
  })

  it.each([
    ['fr', '1.234', [1234, 1.234]],
    ['es', '12.500', undefined],
  ] as const)(
    'the locale %s reads %j in two ways unless it groups digits with the separator: %j',
    (locale, text, two) => {
      expect(readNumber(text, locale, false)).toEqual(two ? { two } : { value: 12_500 })
    },
  )
})

describe('the format of a number in a field', () => {
  it.each([
    ['en', 1000, '1000'],
    ['fr', 1234.5, '1234,5'],
    ['es', -0.25, '-0,25'],
    ['ar', 12, '12'],
  ])('the locale %s formats %s as %j, which is parsed as the same number', (locale, value, text) => {
    expect(writeNumber(value, locale).replace(/\u200e|\u061c/g, '')).toBe(text)
    expect(readNumber(text, locale, false)).toEqual({ value })
  })
})
