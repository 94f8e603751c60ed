import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import type { ChartsLabelCustomMarkProps } from '@mui/x-charts/ChartsLabel'
import { LineChart } from '@mui/x-charts/LineChart'
import { useLocaleState, useTranslate } from 'react-admin'
import type { UsageDay } from '~/model/usage-measures'
import { formatDay } from '~/src/ui/dates'
import { type UsageChart as Chart, noonOf } from './charts'
import { drawnDays } from './drawn-days'

type Props = {
  readonly chart: Chart
  readonly days: readonly UsageDay[]
  /** What the forecasts are of. */
  readonly past: readonly UsageDay[]
}

const HEIGHT = 280

/** Lengths of dashes and gaps, longer for a limit than for a forecast: told apart without colours. */
const dashes = { limit: '6 5', forecast: '2 4' } as const

const markOf = (kind: keyof typeof dashes) =>
  function Mark({ color = 'currentColor' }: ChartsLabelCustomMarkProps) {
    return (
      <svg viewBox="0 0 20 4" width="20" height="4" aria-hidden>
        <line x1="0" x2="20" y1="2" y2="2" stroke={color} strokeWidth="3" strokeDasharray={dashes[kind]} />
      </svg>
    )
  }
/** Of the bars that are a forecast. */
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
  const { all, series } = drawnDays(props)
  const drawn = series.map(({ measure, limit, isForecast, data }) => {
    const name = translate(`usage.series.${measure}`)
    const kind = isForecast ? 'forecast' : limit && 'limit'
    return {
      id: kind ? `${kind}-${measure}` : measure,
      label: isForecast ? translate('usage.forecastOf', { name }) : name,
      color: colour(measure),
      ...(kind && { labelMarkType: marks[chart.kind][kind] }),
      data: data.map(value => value && value / chart.unit),
      // Null: not named at all, neither a forecast of the past nor what is not yet known.
      valueFormatter: (value: number | null, { dataIndex }: { dataIndex: number }) => {
        if (value !== null) return chart.format(value * chart.unit, locale)
        return isForecast || dataIndex >= props.days.length ? null : '–'
      },
    }
  })
  return { dates: all.map(noonOf), series: drawn }
}

const lineStyles = {
  '& [class*="MuiLineElement-series-limit-"]': { strokeDasharray: dashes.limit },
  '& [class*="MuiLineElement-series-forecast-"]': { strokeDasharray: dashes.forecast },
}
const barStyles = { '& [class*="MuiBarElement-series-forecast-"]': { fillOpacity: LIGHTER } }

/** One chart: what is known, and dashed what is expected. Its values are in the table beside it for those who do not see it. */
export const UsageChart = (props: Props) => {
  const { chart } = props
  const [locale] = useLocaleState()
  const { dates, series } = useDrawn(props)
  const yAxis = [
    { width: 64, min: 0, valueFormatter: (value: number) => chart.format(value * chart.unit, locale) },
  ]
  const valueFormatter = (date: Date) => formatDay(date, locale)
  // Half of the longest date, which stands at the end of its axis: '27 sept. 2026'.
  const margin = { left: 0, right: 44, top: 16, bottom: 0 }
  const common = { height: HEIGHT, margin, yAxis, grid: { horizontal: true }, skipAnimation: true }
  if (chart.kind === 'bar')
    return (
      <BarChart
        {...common}
        // One bar a day: without a stack, each would be half as wide.
        series={series.map(each => ({ ...each, stack: 'day' }))}
        // A tick for each of a year's days would be a black bar.
        xAxis={[{ data: dates, scaleType: 'band', valueFormatter, disableTicks: true }]}
        sx={barStyles}
      />
    )
  const lines = series.map(each => ({
    ...each,
    showMark: false,
    connectNulls: true,
    curve: each.id.startsWith('forecast-') ? ('linear' as const) : ('stepAfter' as const),
  }))
  return (
    <LineChart
      {...common}
      series={lines}
      xAxis={[{ data: dates, scaleType: 'time', domainLimit: 'strict', valueFormatter, tickNumber: 6 }]}
      sx={lineStyles}
    />
  )
}
