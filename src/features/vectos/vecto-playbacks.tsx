import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import EmptyIcon from '@mui/icons-material/InsightsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useDataProvider, useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import type { PlaybackDay } from '~/model/public-links'
import type { PanelVecto } from '~/model/record-of'
import { rowsOf } from '~/src/api/contract/lists'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { recordPath } from '~/src/api/contract/records'
import { latestDays, noonOf, type Range, ranges } from '~/src/features/usage/charts'
import { UsageChoice } from '~/src/features/usage/usage-choice'
import { formatDay } from '~/src/ui/dates'
import { count, duration } from '~/src/ui/format'
import { lazyPart } from '~/src/ui/lazy-part'
import { EmptyState, ListFailure, ListSkeleton, Section } from '~/src/ui/page'

const DayChart = lazyPart(() => import('~/src/ui/day-chart').then(file => file.DayChart))

const DAY = 86_400_000

const usePlaybacks = (id: string) => {
  const { request } = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: ['vectos', 'playbacks', id],
    queryFn: async () =>
      rowsOf<PlaybackDay>(await request(`${recordPath('vectos', id)}/playbacks?days=${ranges.all}`)),
    retry: false,
  })
}

/** One entry for each day, from the first of the period with a view to today: a day without views is a fact, too. */
export const everyDay = (days: readonly PlaybackDay[], now = Date.now()): PlaybackDay[] => {
  const [first] = days
  if (!first) return []
  const known = new Map(days.map(day => [day.day, day]))
  const from = Date.parse(first.day)
  return Array.from({ length: Math.floor((now - from) / DAY) + 1 }, (_, index) => {
    const day = new Date(from + index * DAY).toISOString().slice(0, 10)
    return known.get(day) ?? { day, views: 0, seconds: 0 }
  })
}

const measures = [
  { key: 'views', format: count },
  { key: 'seconds', format: (seconds: number) => duration(Math.round(seconds)) },
] as const
type Measure = (typeof measures)[number]

const sumOf = (days: readonly PlaybackDay[], { key }: Measure) => days.reduce((sum, day) => sum + day[key], 0)

type PartProps = { readonly measure: Measure; readonly days: readonly PlaybackDay[] }

/** The values as text, for screen readers. */
const Values = ({ measure: { key, format }, days }: PartProps) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return (
    <Box component="table" sx={visuallyHidden}>
      <caption>{translate(`playbacks.${key}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{translate('usage.day')}</th>
          <th scope="col">{translate(`playbacks.${key}`)}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(day => (
          <tr key={day.day}>
            <th scope="row">{formatDay(noonOf(day.day), locale)}</th>
            <td>{format(day[key], locale)}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

const Part = ({ measure, days }: PartProps) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { palette } = useTheme()
  const { key, format } = measure
  const label = translate(`playbacks.${key}`)
  const text = (value: number) => format(value, locale)
  return (
    <Section title={label}>
      <Typography sx={{ fontWeight: 600, fontSize: '1.1rem' }}>
        {translate(`playbacks.now.${key}`, { used: text(sumOf(days, measure)) })}
      </Typography>
      <Box aria-hidden sx={{ mt: 2 }}>
        <Suspense fallback={<Skeleton variant="rounded" height={280} />}>
          <DayChart
            kind="bar"
            dates={days.map(({ day }) => noonOf(day))}
            series={[
              {
                id: key,
                label,
                color: palette.primary.main,
                data: days.map(day => day[key]),
                valueFormatter: value => (value === null ? null : text(value)),
              },
            ]}
            format={text}
          />
        </Suspense>
      </Box>
      <Values measure={measure} days={days} />
    </Section>
  )
}

/** Numbers as a spreadsheet reads them: days in ISO format, watch time in minutes. */
const useExport = (name: string, days: readonly PlaybackDay[]) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return async () => {
    const { csvText, saveCsv } = await import('~/src/admin/list/export-list')
    const minutes = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false })
    const head = [translate('usage.day'), translate('playbacks.views'), translate('playbacks.minutes')]
    const body = days.map(({ day, views, seconds }) => [day, String(views), minutes.format(seconds / 60)])
    const today = new Date().toISOString().slice(0, 10)
    saveCsv(`${translate('playbacks.fileName', { name })} ${today}`, csvText([head, ...body], locale))
  }
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
}

const Loaded = ({ name, all }: { name: string; all: readonly PlaybackDay[] }) => {
  const translate = useTranslate()
  const [range, setRange] = useState<Range>('30')
  const days = latestDays(everyDay(all), ranges[range])
  const save = useExport(name, days)
  if (all.length === 0)
    return (
      <EmptyState
        icon={EmptyIcon}
        title={translate('playbacks.empty')}
        text={translate('playbacks.emptyText')}
      />
    )
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 2 }}>
        <UsageChoice
          label={translate('usage.range')}
          value={range}
          options={(['30', '365', 'all'] as const).map(each => [each, translate(`usage.ranges.${each}`)])}
          onChange={setRange}
        />
        <Box sx={{ flexGrow: 1 }} />
        <Button startIcon={<DownloadIcon />} disabled={days.length === 0} onClick={() => void save()}>
          {translate('usage.csv')}
        </Button>
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {translate('playbacks.note')}
      </Typography>
      <Box sx={grid}>
        {measures.map(measure => (
          <Part key={measure.key} measure={measure} days={days} />
        ))}
      </Box>
    </>
  )
}

/** Views and watch time of a 3D video by day. */
export const VectoPlaybacks = () => {
  const record = useRecordContext<PanelVecto>()
  const { data, error, refetch } = usePlaybacks(String(record?.id))
  if (!record) return null
  if (error) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return <Loaded name={String(record.name ?? '')} all={data} />
}
