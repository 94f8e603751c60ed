import { describe, expect, it } from 'vitest'
import type { UsageDay } from '~/model/usage'
import { barsOf, usageCharts } from '~/src/features/usage/charts'
import { chartSeries } from '~/src/features/usage/usage-chart'

const DAY = 86_400_000
const last = Date.parse('2026-11-23')

/** Usage of 57 days, the last of which is 23 November 2026. */
const weeksOf = (of: (index: number) => Partial<UsageDay>): UsageDay[] =>
  Array.from({ length: 57 }, (_, index) => ({
    day: new Date(last - (56 - index) * DAY).toISOString().slice(0, 10),
    ...{ users: 0, usersPurchased: 0, active: 0, activePurchased: 0 },
    ...{ secondsUsed: 0, secondsPurchased: 0, sessions: 0, bytes: 0 },
    ...of(index),
  }))

/** Series of a chart after the last known day. */
const ahead = (key: string, past: readonly UsageDay[], days = past) => {
  const chart = usageCharts.find(each => each.key === key)
  if (!chart) throw new Error(`no chart ${key}`)
  const { all, series } = chartSeries({ chart, days, past })
  return {
    days: all.slice(days.length),
    known: series.map(({ data }) => data.slice(0, days.length).filter(value => value !== null).length),
    series: series.map(({ measure, isForecast, data }) => [measure, isForecast, data.slice(days.length - 1)]),
  }
}

describe('the forecast in a usage chart', () => {
  it('charts the forecast from the last known day to the day on which the quota is used up', () => {
    const past = weeksOf(index => ({ users: index, usersPurchased: 66 }))
    expect(ahead('seats', past)).toEqual({
      days: ['2026-12-03'],
      // The forecast has only its first day in common with the known days.
      known: [57, 57, 57, 57, 1],
      series: [
        ['users', false, [56, null]],
        ['usersPurchased', false, [66, 66]],
        ['active', false, [0, null]],
        ['activePurchased', false, [0, 0]],
        ['users', true, [56, 66]],
      ],
    })
  })

  it('limits the forecast to a quarter of the days that the chart shows of the past', () => {
    const past = weeksOf(index => ({ bytes: index * 10 }))
    const { days, series } = ahead('storage', past, past.slice(-29))
    expect(days).toEqual(['2026-11-30'])
    expect(series[1]).toEqual(['bytes', true, [560, 630]])
  })

  it('ends the forecast of each kind of seats on its own day', () => {
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

  it('forecasts a constant number of sessions per day', () => {
    const { days, series } = ahead(
      'sessions',
      weeksOf(() => ({ sessions: 4 })),
    )
    expect(days).toHaveLength(14)
    expect(series[1]).toEqual(['sessions', true, [null, ...Array.from({ length: 14 }, () => 4)]])
  })

  it('omits the forecast if nothing changes or too little is known', () => {
    const past = weeksOf(() => ({ bytes: 7, secondsUsed: 5, secondsPurchased: 5 }))
    for (const key of ['storage', 'seats']) expect(ahead(key, past).days).toEqual([])
    expect(ahead('storage', past).series).toHaveLength(1)
  })
})

describe('the bars of a usage chart', () => {
  const chartOf = (key: string) => usageCharts.find(each => each.key === key) ?? usageCharts[0]
  const year = (of: (index: number) => Partial<UsageDay>) =>
    Array.from(
      { length: 366 },
      (_, index): UsageDay => ({
        day: new Date(last - (365 - index) * DAY).toISOString().slice(0, 10),
        ...{ users: 0, usersPurchased: 0, active: 0, activePurchased: 0 },
        ...{ secondsUsed: 0, secondsPurchased: 0, sessions: 0, bytes: 0 },
        ...of(index),
      }),
    )
  const barsIn = (key: string, days: readonly UsageDay[], past = days) => {
    const chart = chartOf(key)
    return chart ? barsOf(chart, days, past) : undefined
  }

  it('bars of a longer period are the minutes used in each whole month and the current one', () => {
    const bars =
      barsIn(
        'minutes',
        year(index => ({ secondsUsed: index * 10 })),
      )?.bars ?? []
    expect(bars.map(({ day }) => day)).toEqual([
      ...['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'],
      ...['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01'],
    ])
    expect(bars.map(({ value }) => value)).toEqual([
      310, 310, 280, 310, 300, 310, 300, 310, 310, 300, 310, 230,
    ])
  })

  it('bars of a month are days, of which the first counts from the day before', () => {
    const past = weeksOf(index => ({ secondsUsed: index * 10, sessions: index }))
    const days = past.slice(-30)
    expect(barsIn('minutes', days, past)).toEqual({
      byMonth: false,
      bars: days.map(({ day }) => ({ day, value: 10 })),
    })
    expect(barsIn('sessions', days, past)?.bars.at(-1)).toEqual({ day: '2026-11-23', value: 56 })
  })

  it('a bar has no value for a month of which nothing is known', () => {
    const chart = chartOf('sessions')
    const days = year(index => ({ bytes: index < 39 ? null : 1 }))
    const bars = chart && barsOf({ ...chart, series: [{ measure: 'bytes' }] }, days, days).bars
    expect(bars?.slice(0, 2)).toEqual([
      { day: '2025-12-01', value: null },
      { day: '2026-01-01', value: 31 },
    ])
  })
})
