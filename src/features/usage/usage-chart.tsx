import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ChartsLabelCustomMarkProps } from '@mui/x-charts/ChartsLabel'
import { useLocaleState, useTranslate } from 'react-admin'
import {
  dayOf,
  type ForecastLine,
  forecastLine,
  numberOf,
  numberOfMeasure,
  type UsageDay,
} from '~/model/usage'
import { DayChart } from '~/src/ui/day-chart'
import {
  barsOf,
  type ChartDefinition as Chart,
  type ChartDefinition,
  noonOf,
  type UsageSeries,
} from './charts'

type Days = {
  readonly chart: ChartDefinition
  /** The displayed days. */
  readonly days: readonly UsageDay[]
  /** The days that the forecasts are computed from. */
  readonly past: readonly UsageDay[]
}

type Drawn = UsageSeries & {
  readonly isForecast: boolean
  /** A value for each day; null: none. */
  readonly data: readonly (number | null)[]
}

const spanOf = (days: readonly UsageDay[]) => numberOf(days.at(-1)?.day ?? '') - numberOf(days[0]?.day ?? '')

/** The future days for which the lines have values: for bars each day, for lines only the ends. */
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

/** The share of the displayed span that a forecast may add to it: more would compress what is known. */
const AHEAD = 0.25

const forecastsOf = ({ chart, days, past }: Days) => {
  const most = Math.max(1, Math.round(spanOf(days) * AHEAD))
  return chart.forecasts.flatMap(name => {
    const line = forecastLine(name, past, most)
    return line ? [{ measure: numberOfMeasure(name), line }] : []
  })
}

/** The bars of a chart, by day or by month. Only the number of sessions a day is forecast as bars. */
const barSeries = (props: Days) => {
  const { chart, days, past } = props
  const [first] = chart.series
  const { byMonth, bars } = barsOf(chart, days, past)
  const forecasts = byMonth || chart.bars === 'growth' ? [] : forecastsOf(props)
  const coming = comingDays(forecasts.map(({ line }) => line))
  const all = [...bars.map(({ day }) => day), ...coming]
  const known = first
    ? [{ ...first, isForecast: false, data: [...bars.map(({ value }) => value), ...coming.map(() => null)] }]
    : []
  const expected = forecasts.map(
    ({ measure, line }): Drawn => ({ measure, isForecast: true, data: all.map(day => valueOn(line, day)) }),
  )
  return { all, byMonth, known: bars.length, series: [...known, ...expected] }
}

/** The days of a chart, how many of them are known, and the values of its series: known values and forecasts. */
export const chartSeries = (props: Days) => {
  const { chart, days } = props
  if (chart.bars) return barSeries(props)
  const forecasts = forecastsOf(props)
  const coming = comingDays(forecasts.map(({ line }) => line))
  const all = [...days.map(({ day }) => day), ...coming]
  const lines = chart.series.map((series): Drawn => {
    const ahead = series.limit ? (days.at(-1)?.[series.measure] ?? null) : null
    const data = [...days.map(({ [series.measure]: value }) => value), ...coming.map(() => ahead)]
    return { ...series, isForecast: false, data }
  })
  const expected = forecasts.map(
    ({ measure, line }): Drawn => ({ measure, isForecast: true, data: all.map(day => valueOn(line, day)) }),
  )
  return { all, byMonth: false, known: days.length, series: [...lines, ...expected] }
}

type Props = {
  readonly chart: Chart
  readonly days: readonly UsageDay[]
  /** The days that the forecasts are computed from. */
  readonly past: readonly UsageDay[]
}

/** Lengths of dashes and gaps, longer for a limit than for a forecast: distinguishable without colours. */
const dashes = { limit: '6 5', forecast: '2 4' } as const

const markOf = (kind: keyof typeof dashes) =>
  function Mark({ color = 'currentColor' }: ChartsLabelCustomMarkProps) {
    return (
      <svg viewBox="0 0 20 4" width="20" height="4" aria-hidden>
        <line x1="0" x2="20" y1="2" y2="2" stroke={color} strokeWidth="3" strokeDasharray={dashes[kind]} />
      </svg>
    )
  }
/** Opacity of the bars of a forecast. */
const LIGHTER = 0.4

const LighterMark = ({ color = 'currentColor' }: ChartsLabelCustomMarkProps) => (
  <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden>
    <rect width="14" height="14" rx="2" fill={color} fillOpacity={LIGHTER} />
  </svg>
)

const marks = {
  line: { limit: markOf('limit'), forecast: markOf('forecast') },
  bar: { limit: LighterMark, forecast: LighterMark },
}

/** A pair of a line and its limit in one colour, with the forecast of the line. */
const useColour = ({ series }: Chart) => {
  const { palette } = useTheme()
  const pairs = [palette.primary.main, palette.secondary.main]
  return (measure: string) => pairs[Math.floor(series.findIndex(each => each.measure === measure) / 2)]
}

const useDrawn = (props: Props) => {
  const { chart } = props
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const colour = useColour(chart)
  const { all, byMonth, known, series } = chartSeries(props)
  const drawn = series.map(({ measure, limit, isForecast, data }) => {
    const name = translate(`usage.series.${measure}`)
    const kind = isForecast ? 'forecast' : limit && 'limit'
    return {
      id: kind ? `${kind}-${measure}` : measure,
      label: isForecast ? translate('usage.forecastOf', { name }) : name,
      endLabel: name,
      color: colour(measure),
      ...(kind && { labelMarkType: marks[chart.kind][kind] }),
      data: data.map(value => value && value / chart.unit),
      // Null is omitted: a forecast of the past, or a value that is not known yet.
      valueFormatter: (value: number | null, { dataIndex }: { dataIndex: number }) => {
        if (value !== null) return chart.format(value * chart.unit, locale)
        return isForecast || dataIndex >= known ? null : '–'
      },
    }
  })
  return { dates: all.map(noonOf), byMonth, series: drawn }
}

const lineStyles = {
  '& [class*="MuiLineElement-series-limit-"]': { strokeDasharray: dashes.limit },
  '& [class*="MuiLineElement-series-forecast-"]': { strokeDasharray: dashes.forecast },
}
const barStyles = { '& [class*="MuiBarElement-series-forecast-"]': { fillOpacity: LIGHTER } }

/** One chart: known values, and forecasts dashed. The table next to it holds the values for screen readers. */
export const UsageChart = (props: Props) => {
  const { chart } = props
  const [locale] = useLocaleState()
  const { dates, byMonth, series } = useDrawn(props)
  const translate = useTranslate()
  if (series.every(({ data }) => data.every(value => !value)))
    return <Typography sx={{ color: 'text.secondary' }}>{translate('usage.nothing')}</Typography>
  return (
    <DayChart
      kind={chart.kind}
      dates={dates}
      byMonth={byMonth}
      series={series.map(each => ({ ...each, isStraight: each.id.startsWith('forecast-') }))}
      labels
      format={value => chart.format(value * chart.unit, locale)}
      sx={chart.kind === 'bar' ? barStyles : lineStyles}
    />
  )
}
