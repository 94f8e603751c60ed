import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import { forecastOf } from '~/model/usage-forecast'
import type { UsageDay } from '~/src/api/contract/usage-calls'
import { formatDay } from '~/src/ui/dates'
import { noonOf, type UsageChart } from './charts'

type Props = { readonly chart: UsageChart; readonly days: readonly UsageDay[] }

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Where things are now, in words; of sessions, how many in the period. */
export const UsageSummary = ({ chart, days }: Props) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const [first, limit] = chart.series
  if (!first) return null
  const values = days.flatMap(day => day[first.measure] ?? [])
  const used = chart.kind === 'bar' ? sum(values) : (values.at(-1) ?? 0)
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

/** When the minutes end; of one company only, as others' minutes cannot be used. @param days of the past eight weeks at least */
export const MinutesForecast = ({ days }: { days: readonly UsageDay[] }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const used = days.map(({ day, secondsUsed }) => ({ day, used: secondsUsed }))
  const forecast = forecastOf(used, days.at(-1)?.secondsPurchased ?? 0)
  const day = forecast.state === 'ends' ? formatDay(noonOf(forecast.day), locale) : ''
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {translate(`usage.forecast.${forecast.state}`, { day })}
    </Typography>
  )
}
