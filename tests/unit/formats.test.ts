import { describe, expect, it } from 'vitest'
import { count, duration, fileSize, megabytes, minutes, percent } from '~/src/ui/format'

/** Intl separates with non-breaking spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('file size', () => {
  it.each([
    [0, '0 kB', '0 ko', '0 kB'],
    [1, '0.001 kB', '0,001 ko', '0,001 kB'],
    [80, '0.08 kB', '0,08 ko', '0,08 kB'],
    [1500, '1.5 kB', '1,5 ko', '1,5 kB'],
    [13_400, '13 kB', '13 ko', '13 kB'],
    [999_499, '999 kB', '999 ko', '999 kB'],
    [2_500_000, '2.5 MB', '2,5 Mo', '2,5 MB'],
    [73_000_000, '73 MB', '73 Mo', '73 MB'],
    [4_200_000_000, '4.2 GB', '4,2 Go', '4,2 GB'],
    [5e15, '5,000 TB', '5 000 To', '5000 TB'],
  ])('formats %d bytes in the unit of each language', (bytes, en, fr, es) => {
    expect(['en', 'fr', 'es'].map(locale => plain(fileSize(bytes, locale)))).toEqual([en, fr, es])
  })

  it.each([
    [999_600, '1 MB'],
    [999_960_000, '1 GB'],
    [999_999_999_999, '1 TB'],
  ])('rounds %d bytes up to the next unit', (bytes, text) => {
    expect(plain(fileSize(bytes, 'en'))).toBe(text)
  })

  it.each([
    [40, '0'],
    [12_000, '0.012'],
    [1_234_567, '1.23'],
    [123_456_789, '123.5'],
  ])('shows %d bytes of a running upload as %s MB', (bytes, text) => {
    expect(megabytes(bytes, 'en')).toBe(text)
  })
})

describe('duration', () => {
  it.each([
    [0, '0:00'],
    [8, '0:08'],
    [59.999, '1:00'],
    [61.5, '1:01.50'],
    [3599.996, '1:00:00'],
    [3600, '1:00:00'],
    [36_061.25, '10:01:01.25'],
  ])('formats %d seconds as %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text)
  })

  it('formats a quota of seconds in minutes', () => {
    expect([0, 30, 90, 6000].map(seconds => minutes(seconds, 'en'))).toEqual(['0', '0.5', '1.5', '100'])
  })
})

it('counts and percentages are formatted in the language', () => {
  expect(['en', 'fr', 'es'].map(locale => plain(count(12_345, locale)))).toEqual([
    '12,345',
    '12 345',
    '12.345',
  ])
  expect(['en', 'fr', 'es'].map(locale => plain(percent(0.256, locale)))).toEqual(['26%', '26 %', '26 %'])
})
