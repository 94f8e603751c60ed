import { describe, expect, it } from 'vitest'
import { forecastOf } from '~/model/usage'

const DAY = 86_400_000
const last = Date.parse('2026-11-23')

/** Usage at the end of each of `count` days, the last of which is 23 November 2026. */
const daysOf = (count: number, used: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(last - (count - 1 - index) * DAY).toISOString().slice(0, 10),
    used: used(index),
  }))

describe('the forecast of a quota', () => {
  it('forecasts the day on which steady usage reaches the quota', () => {
    // 560 seconds are used in 56 days; the remaining 400 last for 40 days.
    const days = daysOf(57, index => index * 10)
    expect(forecastOf(days, 960)).toEqual({ state: 'ends', day: '2027-01-02', rate: expect.closeTo(10, 9) })
  })

  it('rounds the forecast up to the day on which nothing is left', () => {
    const days = daysOf(57, index => index * 10)
    expect(forecastOf(days, 561)).toMatchObject({ day: '2026-11-24' })
    expect(forecastOf(days, 571)).toMatchObject({ day: '2026-11-25' })
  })

  it('uses the last eight weeks only', () => {
    const busy = daysOf(200, index => (index < 143 ? index * 1000 : 143_000 + (index - 143) * 10))
    expect(forecastOf(busy, 143_000 + 560 + 100)).toMatchObject({ state: 'ends', day: '2026-12-03' })
  })

  it('averages usage over working days and weekends', () => {
    let used = 0
    const days = daysOf(57, index => {
      used += index % 7 < 5 ? 14 : 0
      return used
    })
    expect(forecastOf(days, used + 300)).toMatchObject({ state: 'ends', rate: expect.closeTo(10, 0) })
  })

  it('forecasts nothing from less than four weeks', () => {
    expect(forecastOf([], 100)).toEqual({ state: 'unknown' })
    expect(
      forecastOf(
        daysOf(1, () => 10),
        100,
      ),
    ).toEqual({ state: 'unknown' })
    expect(
      forecastOf(
        daysOf(28, index => index),
        100,
      ),
    ).toEqual({ state: 'unknown' })
    expect(
      forecastOf(
        daysOf(29, index => index),
        100,
      ),
    ).toMatchObject({ state: 'ends' })
  })

  it('forecasts nothing from a single large order', () => {
    expect(
      forecastOf(
        daysOf(57, index => (index < 30 ? 0 : 500)),
        1000,
      ),
    ).toEqual({ state: 'unknown' })
  })

  it('distinguishes quotas that last from those that are used up', () => {
    expect(
      forecastOf(
        daysOf(57, () => 10),
        100,
      ),
    ).toEqual({ state: 'lasts' })
    expect(
      forecastOf(
        daysOf(57, index => 100 - index),
        200,
      ),
    ).toEqual({ state: 'lasts' })
    expect(
      forecastOf(
        daysOf(57, index => index),
        1_000_000,
      ),
    ).toEqual({ state: 'lasts' })
    expect(
      forecastOf(
        daysOf(57, index => index),
        56,
      ),
    ).toEqual({ state: 'ended' })
    expect(
      forecastOf(
        daysOf(2, () => 0),
        0,
      ),
    ).toEqual({ state: 'ended' })
  })
})
