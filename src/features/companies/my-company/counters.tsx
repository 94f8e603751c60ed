import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import type { PanelCompany } from '~/model/record-types'
import { valueAt } from '~/model/value-at'
import { count, minutes } from '~/src/ui/format'

/** The share of a quota above which more should be bought. */
const NEARLY = 0.9

type Counter = {
  readonly name: string
  readonly value: string
  readonly of?: string
  readonly share?: number
}

const shareOf = (used: number, bought: number) => (bought > 0 ? used / bought : used > 0 ? 1 : 0)

const colourOf = (share: number) => (share >= 1 ? 'error' : share >= NEARLY ? 'warning' : 'primary')

/** Seats, active seats, total minutes and minutes used (specification §2). */
const useCounters = (): Counter[] => {
  const record = useRecordContext<PanelCompany>()
  const [locale] = useLocaleState()
  const number = (path: string) => Number(valueAt(record, path) ?? 0)
  const pair = (name: string, used: number, bought: number, write: (value: number) => string) => ({
    name,
    value: write(used),
    of: write(bought),
    share: shareOf(used, bought),
  })
  const whole = (value: number) => count(value, locale)
  const time = (value: number) => minutes(value, locale)
  return [
    pair('seats', number('users.total'), number('users.purchased'), whole),
    pair('activeSeats', number('users.active'), number('users.maxActive'), whole),
    { name: 'minutesTotal', value: time(number('seconds.purchased')) },
    pair('minutesUsed', number('seconds.used'), number('seconds.purchased'), time),
  ]
}

const CounterCard = ({ name, value, of, share }: Counter) => {
  const translate = useTranslate()
  return (
    <Card component="li" variant="outlined" sx={{ p: 2.5, minWidth: 0 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate(`resources.companies.counters.${name}`)}
      </Typography>
      <Typography component="p" variant="h5" sx={{ fontWeight: 640, fontVariantNumeric: 'tabular-nums' }}>
        {value}
        {of !== undefined && (
          <Typography component="span" sx={{ color: 'text.secondary' }}>
            {' / '}
            {of}
          </Typography>
        )}
      </Typography>
      {share !== undefined && (
        <LinearProgress
          variant="determinate"
          // Redundant for screen readers: the two numbers state the share.
          aria-hidden
          value={Math.min(100, share * 100)}
          color={colourOf(share)}
          sx={{ height: 6, borderRadius: 3, mt: 1.5 }}
        />
      )}
    </Card>
  )
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
  listStyle: 'none',
  p: 0,
  m: 0,
}

/** The purchased and the used quotas of the company in context. */
export const Counters = () => (
  <Box component="ul" sx={grid}>
    {useCounters().map(counter => (
      <CounterCard key={counter.name} {...counter} />
    ))}
  </Box>
)
