import type { SxProps } from '@mui/material/styles'
import { BarChart, type BarSeries } from '@mui/x-charts/BarChart'
import { LineChart } from '@mui/x-charts/LineChart'
import { useLocaleState } from 'react-admin'
import { formatDay } from './dates'

type Series = Pick<BarSeries, 'label' | 'color' | 'labelMarkType'> & {
  readonly id: string
  /** A value for each date; null: none. */
  readonly data: readonly (number | null)[]
  readonly valueFormatter: (value: number | null, context: { dataIndex: number }) => string | null
  /** A line from point to point; otherwise in steps. */
  readonly isStraight?: boolean
}

type Props = {
  readonly kind: 'line' | 'bar'
  readonly dates: readonly Date[]
  readonly series: readonly Series[]
  /** The text of a value at the axis. */
  readonly format: (value: number) => string
  readonly sx?: SxProps
}

const HEIGHT = 280

/** Values by day, as lines or bars. The page holds the same values as text, for screen readers. */
export const DayChart = ({ kind, dates, series, format, sx = {} }: Props) => {
  const [locale] = useLocaleState()
  const yAxis = [{ width: 64, min: 0, valueFormatter: format }]
  const valueFormatter = (date: Date) => formatDay(date, locale)
  // Half of the longest date, which is at the end of its axis: '27 sept. 2026'.
  const margin = { left: 0, right: 44, top: 16, bottom: 0 }
  const common = { height: HEIGHT, margin, yAxis, grid: { horizontal: true }, skipAnimation: true, sx }
  const drawn = series.map(({ isStraight, data, ...each }) => ({ ...each, data: [...data] }))
  if (kind === 'bar')
    return (
      <BarChart
        {...common}
        // One bar a day: without a stack, each would be half as wide.
        series={drawn.map(each => ({ ...each, stack: 'day' }))}
        // A tick for each of a year's days would be a black bar.
        xAxis={[{ data: [...dates], scaleType: 'band', valueFormatter, disableTicks: true }]}
      />
    )
  const lines = drawn.map((each, index) => ({
    ...each,
    showMark: false,
    connectNulls: true,
    curve: series[index]?.isStraight ? ('linear' as const) : ('stepAfter' as const),
  }))
  return (
    <LineChart
      {...common}
      series={lines}
      xAxis={[{ data: [...dates], scaleType: 'time', domainLimit: 'strict', valueFormatter, tickNumber: 6 }]}
    />
  )
}
