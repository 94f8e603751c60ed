import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import type { PanelCompany } from '~/model/record-types'
import { valueAt } from '~/model/value-at'
import { QuotaBar } from '~/src/features/companies/quota-bar'
import { count, minutes } from '~/src/ui/format'

type Counter = {
  readonly name: string
  readonly value: string
  readonly of?: string
  readonly quota?: { readonly used: number; readonly bought: number }
}

/** Seats, active seats, total minutes and minutes used (specification §2). */
const useCounters = (): Counter[] => {
  const record = useRecordContext<PanelCompany>()
  const [locale] = useLocaleState()
  const number = (path: string) => Number(valueAt(record, path) ?? 0)
  const pair = (name: string, used: number, bought: number, write: (value: number) => string) => ({
    name,
    value: write(used),
    of: write(bought),
    quota: { used, bought },
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

const CounterCard = ({ name, value, of, quota }: Counter) => {
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
      {quota && (
        <Box sx={{ mt: 1.5 }}>
          <QuotaBar {...quota} height={6} />
        </Box>
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
