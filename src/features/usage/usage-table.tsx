import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { visuallyHidden } from '@mui/utils'
import { useLocaleState, useTranslate } from 'react-admin'
import type { UsageDay } from '~/model/usage-measures'
import { formatDay } from '~/src/ui/dates'
import { noonOf, type UsageChart } from './charts'
import { useForecastText } from './use-forecast-text'

type Props = {
  readonly chart: UsageChart
  readonly days: readonly UsageDay[]
  /** What the forecast is of. */
  readonly past: readonly UsageDay[]
  /** Beside the chart, for those who do not see it. */
  readonly unseen?: boolean
}

/** Headings wrap, so that a phone shows every column. */
const table = {
  maxHeight: 320,
  mt: 1.5,
  '& th, & td': { px: { xs: 0.75, sm: 1 } },
  '& thead th': { whiteSpace: 'normal', lineHeight: 1.3, verticalAlign: 'bottom' },
}

const Row = ({ chart, day }: { chart: UsageChart; day: UsageDay }) => {
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

/** What is to be expected, above the days that it comes from. */
const ForecastRow = ({ chart, past }: Omit<Props, 'days' | 'unseen'>) => {
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
export const UsageTable = ({ chart, days, past, unseen = false }: Props) => {
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
