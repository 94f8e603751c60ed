import Box from '@mui/material/Box'
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import { valueAt } from '~/model/objects'
import type { ViewProps } from '~/src/admin/admin-config'
import { count, minutes } from '~/src/ui/format'
import { QuotaBar } from './quota-bar'

/** The used and the purchased quota: "12 / 40" and a thin bar; seconds are shown in minutes. */
export const QuotaField = ({ path, field }: ViewProps) => {
  const record = useRecordContext()
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const used = Number(valueAt(record, path) ?? 0)
  const limit = Number(valueAt(record, field.limit ?? '') ?? 0)
  const write = (value: number) =>
    field.format === 'minutes' ? minutes(value, locale) : count(value, locale)
  const text = `${write(used)} / ${write(limit)}`
  return (
    <Box sx={{ minWidth: 84, maxWidth: 160 }}>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {field.format === 'minutes' ? translate('admin.minutes', { count: text }) : text}
      </Box>
      <Box sx={{ mt: 0.5 }}>
        <QuotaBar used={used} bought={limit} height={3} />
      </Box>
    </Box>
  )
}
