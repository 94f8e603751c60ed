import type { SxProps } from '@mui/material/styles'
import { BarChart, type BarSeries } from '@mui/x-charts/BarChart'
import { useXScale, useYScale } from '@mui/x-charts/hooks'
import { LineChart } from '@mui/x-charts/LineChart'
import { useLocaleState } from 'react-admin'
import { formatDay, formatMonth } from './dates'
import { useIsPhone } from './phone'

type Series = Pick<BarSeries, 'color' | 'labelMarkType'> & {
  readonly id: string
  readonly label: string
  /** Its name at the end of the line, if it is another one. */
  readonly endLabel?: string
  /** A value for each date; null: none. */
  readonly data: readonly (number | null)[]
  readonly valueFormatter: (value: number | null, context: { dataIndex: number }) => string | null
  /** A line from point to point; otherwise in steps. */
  readonly isStraight?: boolean
}

type Props = {
  readonly kind: 'line' | 'bar'
  readonly dates: readonly Date[]
  /** Each date is the first day of a month, and stands for it. */
  readonly byMonth?: boolean
  readonly series: readonly Series[]
  /** The text of a value at the axis. */
  readonly format: (value: number) => string
  /** Names lines at their ends instead of in a legend, where there is enough space. */
  readonly labels?: boolean
  readonly sx?: SxProps
}

const HEIGHT = 280
/** Pixels between two dates at the axis. */
const GAP = 16
/** Pixels for the names at the ends of lines. */
const LABELS = 112
const LINE_HEIGHT = 13
/** Letters in a line of a name. */
const LETTERS = 15

/** Lines of at most `LETTERS` letters, or single words. */
const wrapped = (text: string) => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && longer.length <= LETTERS) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

type End = {
  readonly id: string
  readonly color: string
  readonly lines: readonly string[]
  readonly y: number
}

/** Moves names up so that none overlaps the one below it; `ends` from the lowest to the highest. */
const apart = (ends: readonly End[]) => {
  let free = Number.POSITIVE_INFINITY
  return ends.map(end => {
    const height = end.lines.length * LINE_HEIGHT
    const y = Math.min(end.y, free - height / 2)
    free = y - height / 2 - 3
    return { ...end, y }
  })
}

/** The names of the lines, next to their last values. */
const EndLabels = ({ series, dates }: Pick<Props, 'series' | 'dates'>) => {
  const x = useXScale<'time'>()
  const y = useYScale<'linear'>()
  const end = dates.at(-1)
  const ends = series.flatMap(({ id, label, endLabel = label, color, data }): End[] => {
    const value = data.findLast(each => each !== null)
    return typeof color !== 'string' || value === undefined || value === null
      ? []
      : [{ id, color, lines: wrapped(endLabel), y: y(value) ?? 0 }]
  })
  if (!end) return null
  return apart(ends.sort((one, other) => other.y - one.y)).map(({ id, color, lines, y: middle }) => (
    <text key={id} fill={color} fontSize={12} fontWeight={600} x={(x(end) ?? 0) + 8}>
      {lines.map((line, index) => (
        <tspan
          key={line}
          x={(x(end) ?? 0) + 8}
          y={middle + 4 + (index - (lines.length - 1) / 2) * LINE_HEIGHT}
        >
          {line}
        </tspan>
      ))}
    </text>
  ))
}

/** The series to name: those with a value on the last date, without the known part of a forecast line. */
const named = (series: readonly Series[]) => {
  const reaching = series.filter(({ data }) => data.at(-1) !== null)
  return reaching.length > 0 ? reaching : series
}

/** Values by day, as lines or bars. The page holds the same values as text, for screen readers. */
export const DayChart = ({
  kind,
  dates,
  byMonth = false,
  series,
  format,
  labels = false,
  sx = {},
}: Props) => {
  const [locale] = useLocaleState()
  const isPhone = useIsPhone()
  // A refund may make a bar negative.
  const least = Math.min(0, ...series.flatMap(({ data }) => data.map(value => value ?? 0)))
  const yAxis = [{ width: 64, min: least, valueFormatter: format }]
  const valueFormatter = (date: Date) => (byMonth ? formatMonth : formatDay)(date, locale)
  const axis = { data: [...dates], valueFormatter, tickLabelMinGap: GAP }
  const isNamed = labels && !isPhone && kind === 'line' && series.length > 1
  // Half of the longest date, which is at the end of its axis: '27 sept. 2026'.
  const margin = { left: 0, right: isNamed ? LABELS : 44, top: 16, bottom: 0 }
  const common = {
    ...{ height: HEIGHT, margin, yAxis, grid: { horizontal: true }, skipAnimation: true, sx },
    hideLegend: isNamed || series.length === 1,
  }
  const drawn = series.map(({ isStraight, endLabel, data, ...each }) => ({ ...each, data: [...data] }))
  if (kind === 'bar')
    return (
      <BarChart
        {...common}
        // One bar a day: without a stack, each would be half as wide.
        series={drawn.map(each => ({ ...each, stack: 'day' }))}
        // A tick for each of a year's days would be a black bar.
        xAxis={[{ ...axis, scaleType: 'band', disableTicks: true }]}
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
      xAxis={[{ ...axis, scaleType: 'time', domainLimit: 'strict', tickNumber: 6 }]}
    >
      {isNamed && <EndLabels series={named(series)} dates={dates} />}
    </LineChart>
  )
}
