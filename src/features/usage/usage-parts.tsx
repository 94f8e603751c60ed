import EmptyIcon from '@mui/icons-material/InsightsOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { useTranslate } from 'react-admin'
import type { UsageDay } from '~/model/usage-measures'
import { EmptyState } from '~/src/ui/empty-state'
import { lazyPart } from '~/src/ui/lazy-part'
import { Section } from '~/src/ui/section'
import { latestDays, usageCharts } from './charts'
import { UsageForecasts } from './usage-forecasts'
import { UsageSummary } from './usage-summary'
import { UsageTable } from './usage-table'

const UsageChart = lazyPart(() => import('./usage-chart').then(file => ({ default: file.UsageChart })))

type Props = {
  /** Also those that only the forecast needs. */
  readonly days: readonly UsageDay[]
  /** How many days of the past are shown. */
  readonly shown: number
  readonly isTable: boolean
  /** One company, or all of them together. */
  readonly isOne: boolean
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
}

/** The charts of the page, or their tables; beside a chart, its table for those who do not see it. */
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
