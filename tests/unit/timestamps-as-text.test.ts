import { types } from 'pg'
import { describe, expect, it } from 'vitest'
import { timestampsAsText } from '~/server/platform/database/database'

const { TIMESTAMPTZ, INT8 } = types.builtins

const asText = (text: string): string => timestampsAsText.getTypeParser(TIMESTAMPTZ, 'text')(text)
const asDate = (text: string): Date => types.getTypeParser(TIMESTAMPTZ, 'text')(text)

describe('timestamps of lists', () => {
  it.each([
    '2026-11-30 06:30:40.123456+00',
    '2026-11-30 06:30:40.999999+00',
    '2026-11-30 06:30:40.1+00',
    '2026-11-30 06:30:40+00',
    '2026-02-28 23:59:59.05+00',
    '1969-12-31 23:59:59.9999+00',
    // Not as a session of the server writes them.
    '2026-11-30 07:30:40.123456+01',
    '2026-11-30 12:00:40.5+05:30',
    '10026-11-30 06:30:40+00',
    '0044-03-15 10:00:00+00 BC',
  ])('the timestamp %s is returned as it would be from a date', text => {
    expect(asText(text)).toBe(asDate(text).toISOString())
  })

  it('other values are read as everywhere else', () => {
    expect(timestampsAsText.getTypeParser(INT8, 'text')).toBe(types.getTypeParser(INT8, 'text'))
  })
})
