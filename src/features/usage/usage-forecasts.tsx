import Typography from '@mui/material/Typography'
import type { UsageDay } from '~/model/usage-measures'
import type { UsageChart } from './charts'
import { useForecastText } from './use-forecast-text'

type Props = {
  readonly chart: UsageChart
  /** Of the past eight weeks at least. */
  readonly days: readonly UsageDay[]
}

/** What is to be expected of each measure of a chart, in words. */
export const UsageForecasts = ({ chart, days }: Props) => {
  const { sentence } = useForecastText(days)
  return chart.forecasts.map(measure => (
    <Typography key={measure} variant="body2" sx={{ color: 'text.secondary' }}>
      {sentence(chart, measure)}
    </Typography>
  ))
}
