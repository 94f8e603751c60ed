import { describe, expect, it } from 'vitest'
import { forecastMeasure, type UsageDay } from '~/model/usage'

const DAY = 86_400_000
const last = Date.parse('2026-11-23')

/** Usage of `count` days, the last of which is 23 November 2026; omitted values are zero. */
const weeksOf = (of: (index: number) => Partial<UsageDay>, count = 57): UsageDay[] =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(last - (count - 1 - index) * DAY).toISOString().slice(0, 10),
    ...{ users: 0, usersPurchased: 0, active: 0, activePurchased: 0 },
    ...{ secondsUsed: 0, secondsPurchased: 0, sessions: 0, bytes: 0 },
    ...of(index),
  }))

describe('the forecast of a measure', () => {
  it.each([
    ['minutes', 'secondsUsed', 'secondsPurchased'],
    ['seats', 'users', 'usersPurchased'],
    ['activeSeats', 'active', 'activePurchased'],
  ] as const)('forecasts for %s the day on which the quota is used up', (measure, used, bought) => {
    // 560 units are used in 56 days; the remaining 400 last for 40 days.
    const days = weeksOf(index => ({ [used]: index * 10, [bought]: 960 }))
    expect(forecastMeasure(measure, days)).toMatchObject({ state: 'ends', day: '2027-01-02' })
    expect(
      forecastMeasure(
        measure,
        weeksOf(() => ({ [used]: 5, [bought]: 5 })),
      ),
    ).toEqual({ state: 'ended' })
    expect(
      forecastMeasure(
        measure,
        weeksOf(() => ({ [used]: 5, [bought]: 9 })),
      ),
    ).toEqual({ state: 'lasts' })
  })

  it('forecasts against the present quota', () => {
    const days = weeksOf(index => ({ users: index * 10, usersPurchased: index === 56 ? 2000 : 560 }))
    expect(forecastMeasure('seats', days)).toMatchObject({ state: 'ends', day: '2027-04-16' })
  })

  it('forecasts the stored bytes in ninety days, at least zero', () => {
    const growing = weeksOf(index => ({ bytes: 1000 + index * 10 }))
    expect(forecastMeasure('storage', growing)).toMatchObject({
      ...{ state: 'expected', day: '2027-02-21', value: 2460 },
    })
    const shrinking = weeksOf(index => ({ bytes: 1000 - index * 10 }))
    expect(forecastMeasure('storage', shrinking)).toMatchObject({ state: 'expected', value: 0 })
    expect(
      forecastMeasure(
        'storage',
        weeksOf(() => ({ bytes: 7 })),
      ),
    ).toEqual({ state: 'steady' })
  })

  it('ignores days without a measurement of the storage', () => {
    const days = weeksOf(index => ({ bytes: index % 2 ? null : 1000 + index * 10 }))
    expect(forecastMeasure('storage', days)).toMatchObject({ state: 'expected', value: 2460 })
    expect(
      forecastMeasure(
        'storage',
        weeksOf(() => ({ bytes: null })),
      ),
    ).toEqual({ state: 'unknown' })
  })

  it('forecasts the number of sessions in the next thirty days', () => {
    const days = weeksOf(index => ({ sessions: index % 7 < 5 ? 14 : 0 }))
    const forecast = forecastMeasure('sessions', days)
    expect(forecast).toMatchObject({ state: 'expected', day: '2026-12-23' })
    if (forecast.state === 'expected') expect(Math.abs(forecast.value - 300)).toBeLessThan(6)
    expect(
      forecastMeasure(
        'sessions',
        weeksOf(() => ({})),
      ),
    ).toEqual({ state: 'steady' })
  })

  it.each(['storage', 'sessions'] as const)(
    'forecasts nothing for %s from few days or a single event',
    measure => {
      const short = weeksOf(index => ({ bytes: index, sessions: 3 }), 28)
      expect(forecastMeasure(measure, short)).toEqual({ state: 'unknown' })
      const once = weeksOf(index => ({ bytes: index < 30 ? 0 : 500, sessions: index === 30 ? 500 : 0 }))
      expect(forecastMeasure(measure, once)).toEqual({ state: 'unknown' })
    },
  )
})
