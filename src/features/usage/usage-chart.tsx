import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import type { ChartsLabelCustomMarkProps } from '@mui/x-charts/ChartsLabel'
import { LineChart } from '@mui/x-charts/LineChart'
import { useLocaleState, useTranslate } from 'react-admin'
import type { UsageDay } from '~/model/usage-measures'
import { formatDay } from '~/src/ui/dates'
import { type UsageChart as Chart, noonOf } from './charts'

type Props = { readonly chart: Chart; readonly days: readonly UsageDay[] }

const HEIGHT = 280

/** Pairs of a line and its limit, told apart by lightness and dashes too, for those who see few colours. */
const useColours = () => {
  const { palette } = useTheme()
  return [palette.primary.main, palette.primary.main, palette.secondary.main, palette.secondary.main]
}

const DashedMark = ({ color = 'currentColor' }: ChartsLabelCustomMarkProps) => (
  <svg viewBox="0 0 20 4" width="20" height="4" aria-hidden>
    <line x1="0" x2="20" y1="2" y2="2" stroke={color} strokeWidth="3" strokeDasharray="5 3" />
  </svg>
)

const useSeries = ({ chart, days }: Props) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return chart.series.map(({ measure, limit }) => ({
    id: limit ? `limit-${measure}` : measure,
    label: translate(`usage.series.${measure}`),
    ...(limit && { labelMarkType: DashedMark }),
    data: days.map(({ [measure]: value }) => value && value / chart.unit),
    valueFormatter: (value: number | null) =>
      value === null ? '–' : chart.format(value * chart.unit, locale),
  }))
}

const dashed = { '& [class*="MuiLineElement-series-limit-"]': { strokeDasharray: '6 5' } }

/** One chart. Its values are in the table beside it for those who do not see it. */
export const UsageChart = ({ chart, days }: Props) => {
  const [locale] = useLocaleState()
  const colors = useColours()
  const series = useSeries({ chart, days })
  const yAxis = [
    { width: 64, min: 0, valueFormatter: (value: number) => chart.format(value * chart.unit, locale) },
  ]
  const dates = days.map(({ day }) => noonOf(day))
  const valueFormatter = (date: Date) => formatDay(date, locale)
  const margin = { left: 0, right: 20, top: 16, bottom: 0 }
  const common = { height: HEIGHT, margin, colors, yAxis, grid: { horizontal: true }, skipAnimation: true }
  if (chart.kind === 'bar')
    return (
      <BarChart {...common} series={series} xAxis={[{ data: dates, scaleType: 'band', valueFormatter }]} />
    )
  const lines = series.map(each => ({
    ...each,
    showMark: false,
    connectNulls: true,
    curve: 'stepAfter' as const,
  }))
  return (
    <LineChart
      {...common}
      series={lines}
      xAxis={[{ data: dates, scaleType: 'time', domainLimit: 'strict', valueFormatter, tickNumber: 6 }]}
      sx={dashed}
    />
  )
}
