import EmptyIcon from '@mui/icons-material/InsightsOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { Suspense } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import { forecastMeasure, type MeasureName, numberOfMeasure, type UsageDay } from '~/model/usage'
import { formatDay } from '~/src/ui/dates'
import { lazyPart } from '~/src/ui/lazy-part'
import { EmptyState, Section } from '~/src/ui/page'
import { type ChartDefinition, latestDays, noonOf, type UsageSeries, usageCharts } from './charts'

/**
 * The texts of a chart's forecasts: a sentence for each measure, or the cell for the column of a series.
 * @param days at least the past eight weeks
 */
export const useForecastText = (days: readonly UsageDay[]) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const say = ({ format }: ChartDefinition, measure: MeasureName, part: 'forecast' | 'forecastCell') => {
    const forecast = forecastMeasure(measure, days)
    const key = part === 'forecast' ? `${measure}.${forecast.state}` : forecast.state
    return translate(`usage.${part}.${key}`, {
      day: 'day' in forecast ? formatDay(noonOf(forecast.day), locale) : '',
      value: 'value' in forecast ? format(forecast.value, locale) : '',
    })
  }
  return {
    sentence: (chart: ChartDefinition, measure: MeasureName) => say(chart, measure, 'forecast'),
    /** Empty for a series without a forecast: a limit. */
    cell: (chart: ChartDefinition, { measure: number }: UsageSeries) => {
      const measure = chart.forecasts.find(name => numberOfMeasure(name) === number)
      return measure ? say(chart, measure, 'forecastCell') : ''
    },
  }
}

type UsageForecastsProps = {
  readonly chart: ChartDefinition
  /** At least the past eight weeks. */
  readonly days: readonly UsageDay[]
}

/** The forecast of each measure of a chart, as a sentence. */
const UsageForecasts = ({ chart, days }: UsageForecastsProps) => {
  const { sentence } = useForecastText(days)
  return chart.forecasts.map(measure => (
    <Typography key={measure} variant="body2" sx={{ color: 'text.secondary' }}>
      {sentence(chart, measure)}
    </Typography>
  ))
}

type UsageSummaryProps = { readonly chart: ChartDefinition; readonly days: readonly UsageDay[] }

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The current values in words; for sessions, the number in the period. */
const UsageSummary = ({ chart, days }: UsageSummaryProps) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const [first, limit] = chart.series
  if (!first) return null
  const values = days.flatMap(day => day[first.measure] ?? [])
  const used = chart.bars === 'sum' ? sum(values) : (values.at(-1) ?? 0)
  const bought = limit ? (days.at(-1)?.[limit.measure] ?? 0) : 0
  return (
    <Typography sx={{ fontWeight: 600, fontSize: '1.1rem' }}>
      {translate(`usage.now.${chart.key}`, {
        used: chart.format(used, locale),
        bought: chart.format(bought, locale),
      })}
    </Typography>
  )
}

type UsageTableProps = {
  readonly chart: ChartDefinition
  readonly days: readonly UsageDay[]
  /** The days that the forecast is computed from. */
  readonly past: readonly UsageDay[]
  /** Rendered next to the chart, for screen readers only. */
  readonly unseen?: boolean
}

/** Headings wrap, so that a phone shows every column. */
const table = {
  maxHeight: 320,
  mt: 1.5,
  '& th, & td': { px: { xs: 0.75, sm: 1 } },
  '& thead th': { whiteSpace: 'normal', lineHeight: 1.3, verticalAlign: 'bottom' },
}

const Row = ({ chart, day }: { chart: ChartDefinition; day: UsageDay }) => {
  const [locale] = useLocaleState()
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
        {formatDay(noonOf(day.day), locale)}
      </TableCell>
      {chart.series.map(({ measure }) => {
        const value = day[measure]
        return (
          <TableCell key={measure} align="right">
            {value === null ? '–' : chart.format(value, locale)}
          </TableCell>
        )
      })}
    </TableRow>
  )
}

/** The forecasts, in a row above the days that they are computed from. */
const ForecastRow = ({ chart, past }: Omit<UsageTableProps, 'days' | 'unseen'>) => {
  const translate = useTranslate()
  const { cell } = useForecastText(past)
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {translate('usage.forecastRow')}
      </TableCell>
      {chart.series.map(series => (
        <TableCell key={series.measure} align="right">
          {cell(chart, series)}
        </TableCell>
      ))}
    </TableRow>
  )
}

/** The values of a chart: the forecast, then the latest day first. */
const UsageTable = ({ chart, days, past, unseen = false }: UsageTableProps) => {
  const translate = useTranslate()
  return (
    <TableContainer tabIndex={unseen ? undefined : 0} sx={unseen ? visuallyHidden : table}>
      <Table size="small" stickyHeader aria-label={translate(`usage.charts.${chart.key}`)}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('usage.day')}</TableCell>
            {chart.series.map(({ measure }) => (
              <TableCell key={measure} align="right">
                {translate(`usage.series.${measure}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          <ForecastRow chart={chart} past={past} />
          {days.toReversed().map(day => (
            <Row key={day.day} chart={chart} day={day} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const UsageChart = lazyPart(() => import('./usage-chart').then(file => file.UsageChart))

type Props = {
  /** All days, including those that only the forecast needs. */
  readonly days: readonly UsageDay[]
  /** Number of past days to display. */
  readonly shown: number
  readonly isTable: boolean
  /** One company, not all of them together. */
  readonly isOne: boolean
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
}

/** The charts of the page, or their tables; next to a chart, its table for screen readers. */
export const UsageParts = ({ days, shown, isTable, isOne }: Props) => {
  const translate = useTranslate()
  const seen = latestDays(days, shown)
  if (seen.length === 0)
    return (
      <EmptyState icon={EmptyIcon} title={translate('usage.empty')} text={translate('usage.emptyText')} />
    )
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {translate('usage.note')} {!isOne && translate('usage.together')}
      </Typography>
      <Box sx={grid}>
        {usageCharts.map(chart => (
          <Section key={chart.key} title={translate(`usage.charts.${chart.key}`)}>
            <UsageSummary chart={chart} days={seen} />
            <UsageForecasts chart={chart} days={days} />
            {!isTable && (
              <Box aria-hidden sx={{ mt: 2 }}>
                <Suspense fallback={<Skeleton variant="rounded" height={280} />}>
                  <UsageChart chart={chart} days={seen} past={days} />
                </Suspense>
              </Box>
            )}
            <UsageTable chart={chart} days={seen} past={days} unseen={!isTable} />
          </Section>
        ))}
      </Box>
    </>
  )
}
