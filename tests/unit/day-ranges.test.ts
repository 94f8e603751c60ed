import { describe, expect, it } from 'vitest'
import { instantsOf, isDayRange, writeDays } from '~/model/lists/day-ranges'
import { toQuery } from '~/src/api/contract/lists'

const now = Date.parse('2026-11-22T23:30:00Z')

describe('day ranges', () => {
  it('a day range begins and ends at midnight in Paris, summer and winter', () => {
    expect(instantsOf('2026-07-01..2026-07-01')).toEqual({
      gte: '2026-06-30T22:00:00.000Z',
      lt: '2026-07-01T22:00:00.000Z',
    })
    expect(instantsOf('2026-01-31..2026-02-01')).toEqual({
      gte: '2026-01-30T23:00:00.000Z',
      lt: '2026-02-01T23:00:00.000Z',
    })
  })

  it.each([
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ])('the day range of %s, a change of clocks, has 23 or 25 hours', (day, gte, lt) => {
    expect(instantsOf(`${day}..${day}`)).toEqual({ gte, lt })
  })

  it.each([
    // In Paris it is already the 23rd.
    ['today', '2026-11-22T23:00:00.000Z'],
    ['last7Days', '2026-11-16T23:00:00.000Z'],
    ['last30Days', '2026-10-24T22:00:00.000Z'],
    ['thisYear', '2025-12-31T23:00:00.000Z'],
  ])('the preset %s ends with today', (preset, gte) => {
    expect(instantsOf(preset, now)).toEqual({ gte, lt: '2026-11-23T23:00:00.000Z' })
  })

  it('a day range may be open on either side', () => {
    expect(instantsOf('2026-07-01..')).toEqual({ gte: '2026-06-30T22:00:00.000Z' })
    expect(instantsOf('..2026-07-01')).toEqual({ lt: '2026-07-01T22:00:00.000Z' })
    expect(writeDays({ from: '2026-07-01' })).toBe('2026-07-01..')
    expect(writeDays({})).toBe('')
  })

  it.each([
    '',
    '..',
    'yesterday',
    '2026-02-30..',
    '2026-7-1..',
    '2026-07-02..2026-07-01',
    '2026-07-01',
    'a..b..c',
    '0000-01-01..',
  ])('%j is no day range', text => {
    expect(isDayRange(text)).toBe(false)
  })

  it('a filter sends a day range to the server as instants', () => {
    expect(toQuery('sessions', { endedAt: '2026-07-01..2026-07-02' })).toEqual({
      endedAt: { gte: '2026-06-30T22:00:00.000Z', lt: '2026-07-02T22:00:00.000Z' },
    })
    const instant = '2026-07-01T10:00:00.000Z'
    expect(toQuery('sessions', { endedAt: instant })).toEqual({ endedAt: instant })
  })
})
