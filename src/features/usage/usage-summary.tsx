import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import type { UsageDay } from '~/model/usage-measures'
import type { UsageChart } from './charts'

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
