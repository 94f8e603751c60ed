import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import { dayOf, numberOf, type UsageDay } from '~/model/usage'
import { useChosenCompany } from '~/src/admin/rights'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { noonOf, readUsage } from '~/src/features/usage/charts'
import { formatDay } from '~/src/ui/dates'
import { count, minutes } from '~/src/ui/format'
import { Section } from '~/src/ui/page'

const DAYS = 30
const HEIGHT = 56

/** One more day, from whose total the use of the first one is counted. */
const useDays = () => {
  const { request } = useDataProvider<PanelDataProvider>()
  const company = useChosenCompany()?.ref
  return useQuery({
    queryKey: ['usage', company, DAYS + 1],
    queryFn: () => readUsage(request, { ...(company && { company }), days: DAYS + 1 }),
    networkMode: 'always',
    retry: false,
  })
}

type Bar = { readonly day: string; readonly value: number }

/** A value for each of the last days; those without a record are 0. */
const barsOf = (
  days: readonly UsageDay[],
  valueOn: (day: UsageDay, before: UsageDay | undefined) => number,
): Bar[] => {
  const last = numberOf(days.at(-1)?.day ?? '')
  return Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(last - DAYS + 1 + index)
    const at = days.findIndex(each => each.day === day)
    const found = days[at]
    return { day, value: found ? Math.max(0, valueOn(found, days[at - 1])) : 0 }
  })
}

const measures = [
  {
    key: 'minutes',
    format: minutes,
    // The first known day has nothing to be compared with.
    valueOn: (day: UsageDay, before: UsageDay | undefined) =>
      before ? day.secondsUsed - before.secondsUsed : 0,
  },
  { key: 'sessions', format: count, valueOn: (day: UsageDay) => day.sessions },
] as const

const Bars = ({ bars, label }: { bars: readonly Bar[]; label: string }) => {
  const { palette } = useTheme()
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${DAYS * 8} ${HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height={HEIGHT}
    >
      {bars.map(({ day, value }, index) => {
        // A day without use keeps a line, so that the days can be counted.
        const height = Math.max(1, (value / most) * HEIGHT)
        return (
          <rect
            key={day}
            x={index * 8 + 1}
            y={HEIGHT - height}
            width={6}
            height={height}
            fill={value === 0 ? palette.divider : palette.primary.main}
          />
        )
      })}
    </svg>
  )
}

const Measure = ({
  days,
  measure: { key, format, valueOn },
}: {
  days: readonly UsageDay[]
  measure: (typeof measures)[number]
}) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const bars = barsOf(days, valueOn)
  const total = format(
    bars.reduce((sum, { value }) => sum + value, 0),
    locale,
  )
  const top = bars.reduce((one, other) => (other.value > one.value ? other : one))
  const name = translate(`app.days.${key}`)
  const most =
    top.value > 0
      ? translate('app.days.most', {
          day: formatDay(noonOf(top.day), locale),
          value: format(top.value, locale),
        })
      : ''
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" color="text.secondary">
        {name}
      </Typography>
      <Typography sx={{ fontSize: '1.25rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums', mb: 0.5 }}>
        {total}
      </Typography>
      <Bars bars={bars} label={[`${name}: ${total}`, most].filter(Boolean).join(', ')} />
      <Typography variant="caption" color="text.secondary" sx={{ display: 'block', minHeight: '1.5em' }}>
        {most}
      </Typography>
    </Box>
  )
}

/** The days of the last month as bars: the minutes used, and the sessions. */
export const LastDays = () => {
  const translate = useTranslate()
  const { data, error } = useDays()
  return (
    <Section title={translate('app.days.title')}>
      <Box>
        {!data && !error && <Skeleton variant="rounded" height={132} />}
        {(error || data?.length === 0) && (
          <Typography color="text.secondary">{translate('app.days.none')}</Typography>
        )}
        {data && data.length > 0 && (
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
            {measures.map(measure => (
              <Measure key={measure.key} days={data} measure={measure} />
            ))}
          </Box>
        )}
      </Box>
      <Typography variant="body2" sx={{ mt: 1.5 }}>
        <Link to="/usage">{translate('app.days.more')}</Link>
      </Typography>
    </Section>
  )
}
