import { describe, expect, it } from 'vitest'
import type { UsageDay } from '~/model/usage'
import { usageCharts } from '~/src/features/usage/charts'
import { drawnDays } from '~/src/features/usage/usage-chart'

const DAY = 86_400_000
const last = Date.parse('2026-11-23')

/** Eight weeks, of which the last day is 23 November 2026. */
const weeksOf = (of: (index: number) => Partial<UsageDay>): UsageDay[] =>
  Array.from({ length: 57 }, (_, index) => ({
    day: new Date(last - (56 - index) * DAY).toISOString().slice(0, 10),
    ...{ users: 0, usersPurchased: 0, active: 0, activePurchased: 0 },
    ...{ secondsUsed: 0, secondsPurchased: 0, sessions: 0, bytes: 0 },
    ...of(index),
  }))

/** What is drawn of a chart after the last known day, by series. */
const ahead = (key: string, past: readonly UsageDay[], days = past) => {
  const chart = usageCharts.find(each => each.key === key)
  if (!chart) throw new Error(`no chart ${key}`)
  const { all, series } = drawnDays({ chart, days, past })
  return {
    days: all.slice(days.length),
    known: series.map(({ data }) => data.slice(0, days.length).filter(value => value !== null).length),
    series: series.map(({ measure, isForecast, data }) => [measure, isForecast, data.slice(days.length - 1)]),
  }
}

describe('the forecast that a chart draws', () => {
  it('goes from the last known day to the day on which what was bought is used up', () => {
    const past = weeksOf(index => ({ secondsUsed: index * 10, secondsPurchased: 960 }))
    expect(ahead('minutes', past)).toEqual({
      days: ['2027-01-02'],
      // Of the forecast, the day that it begins on.
      known: [57, 57, 1],
      series: [
        ['secondsUsed', false, [560, null]],
        ['secondsPurchased', false, [960, 960]],
        ['secondsUsed', true, [560, 960]],
      ],
    })
  })

  it('reaches no further ahead than the days shown reach back', () => {
    const past = weeksOf(index => ({ secondsUsed: index * 10, secondsPurchased: 10_000 }))
    const { days, series } = ahead('minutes', past, past.slice(-31))
    expect(days).toEqual(['2026-12-23'])
    expect(series[2]).toEqual(['secondsUsed', true, [560, 860]])
  })

  it('ends for each kind of seats on a day of its own', () => {
    const past = weeksOf(index => ({
      ...{ users: index, usersPurchased: 66 },
      ...{ active: index, activePurchased: 61 },
    }))
    const { days, series } = ahead('seats', past)
    expect(days).toEqual(['2026-11-28', '2026-12-03'])
    expect(series.slice(4)).toEqual([
      ['users', true, [56, null, 66]],
      ['active', true, [56, 61, null]],
    ])
  })

  it('is the same number of sessions each day', () => {
    const { days, series } = ahead(
      'sessions',
      weeksOf(() => ({ sessions: 4 })),
    )
    expect(days).toHaveLength(30)
    expect(series[1]).toEqual(['sessions', true, [null, ...Array.from({ length: 30 }, () => 4)]])
  })

  it('is not drawn where nothing changes or too little is known', () => {
    const past = weeksOf(() => ({ bytes: 7, secondsUsed: 5, secondsPurchased: 5 }))
    for (const key of ['minutes', 'storage', 'seats']) expect(ahead(key, past).days).toEqual([])
    expect(ahead('minutes', past).series).toHaveLength(2)
  })
})
