import { dayOf, numberOf } from '~/model/usage-forecast'
import { type ForecastLine, forecastLine, numberOfMeasure, type UsageDay } from '~/model/usage-measures'
import type { UsageChart, UsageSeries } from './charts'

type Days = {
  readonly chart: UsageChart
  /** Those that are shown. */
  readonly days: readonly UsageDay[]
  /** What the forecasts are of. */
  readonly past: readonly UsageDay[]
}

type Drawn = UsageSeries & {
  readonly isForecast: boolean
  /** A value for each day; null: none. */
  readonly data: readonly (number | null)[]
}

const spanOf = (days: readonly UsageDay[]) => numberOf(days.at(-1)?.day ?? '') - numberOf(days[0]?.day ?? '')

/** The days to come that the lines have values for: of bars each day, of lines the ends. */
const comingDays = (lines: readonly ForecastLine[]) => {
  const numbers = lines.flatMap(({ from, to, each }) => {
    const [first, last] = [numberOf(from.day), numberOf(to.day)]
    return each ? Array.from({ length: last - first }, (_, index) => first + 1 + index) : [last]
  })
  return [...new Set(numbers)].sort((one, other) => one - other).map(dayOf)
}

const valueOn = ({ from, to, each }: ForecastLine, day: string) => {
  if (day === to.day || (each && day > from.day && day < to.day)) return to.used
  return day === from.day && !each ? from.used : null
}

/**
 * The days of a chart and the values of its series: those that are known, and the forecasts. A forecast reaches no
 * further ahead than the days that are shown reach back, so that it never presses them together.
 */
export const drawnDays = ({ chart, days, past }: Days) => {
  const most = Math.max(1, spanOf(days))
  const forecasts = chart.forecasts.flatMap(name => {
    const line = forecastLine(name, past, most)
    return line ? [{ measure: numberOfMeasure(name), line }] : []
  })
  const coming = comingDays(forecasts.map(({ line }) => line))
  const all = [...days.map(({ day }) => day), ...coming]
  const known = chart.series.map((series): Drawn => {
    const ahead = series.limit ? (days.at(-1)?.[series.measure] ?? null) : null
    const data = [...days.map(({ [series.measure]: value }) => value), ...coming.map(() => ahead)]
    return { ...series, isForecast: false, data }
  })
  const expected = forecasts.map(
    ({ measure, line }): Drawn => ({ measure, isForecast: true, data: all.map(day => valueOn(line, day)) }),
  )
  return { all, series: [...known, ...expected] }
}
