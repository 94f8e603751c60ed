import { describe, expect, it } from 'vitest'
import type { UsageDay } from '~/model/usage'
import { usageCharts } from '~/src/features/usage/charts'
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
    const past = weeksOf(index => ({ secondsUsed: index * 10, secondsPurchased: 960 }))
    expect(ahead('minutes', past)).toEqual({
      days: ['2027-01-02'],
      // The forecast has only its first day in common with the known days.
      known: [57, 57, 1],
      series: [
        ['secondsUsed', false, [560, null]],
        ['secondsPurchased', false, [960, 960]],
        ['secondsUsed', true, [560, 960]],
      ],
    })
  })

  it('limits the forecast to as many days as the chart shows of the past', () => {
    const past = weeksOf(index => ({ secondsUsed: index * 10, secondsPurchased: 10_000 }))
    const { days, series } = ahead('minutes', past, past.slice(-31))
    expect(days).toEqual(['2026-12-23'])
    expect(series[2]).toEqual(['secondsUsed', true, [560, 860]])
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
    expect(days).toHaveLength(30)
    expect(series[1]).toEqual(['sessions', true, [null, ...Array.from({ length: 30 }, () => 4)]])
  })

  it('omits the forecast if nothing changes or too little is known', () => {
    const past = weeksOf(() => ({ bytes: 7, secondsUsed: 5, secondsPurchased: 5 }))
    for (const key of ['minutes', 'storage', 'seats']) expect(ahead(key, past).days).toEqual([])
    expect(ahead('minutes', past).series).toHaveLength(2)
  })
})
