import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { useLocaleState } from 'react-admin'
import { isFile } from '~/model/fields'
import { formatDay, formatInstant, formatRecent, formatZoned } from '~/src/ui/dates'
import { fileSize } from '~/src/ui/format'
import { useMinute } from '~/src/ui/use-minute'
import { useCompact } from './compact'
import type { ValueProps } from './view-of'

export const TextView = ({ value }: ValueProps) => (
  <span title={String(value)} style={{ overflowWrap: 'anywhere' }}>
    {String(value)}
  </span>
)

export const MultilineView = ({ value }: ValueProps) => (
  <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {String(value)}
  </Box>
)

export const FileView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  const { label = '', size = 0 } = isFile(value) ? value : {}
  return (
    <span>
      {label} ({fileSize(size, locale)})
    </span>
  )
}

export const TagsView = ({ value }: ValueProps) => (
  <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
    {(Array.isArray(value) ? value : []).map(tag => (
      <Chip key={String(tag)} size="small" label={String(tag)} />
    ))}
  </Stack>
)

/** Recent dates show the elapsed time; future and older ones show the date. */
export const DateView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  const instant = value instanceof Date ? value : String(value)
  const compact = useCompact()
  useMinute()
  const full = formatInstant(instant, locale)
  const text = formatRecent(instant, locale) ?? (compact ? formatDay(instant, locale) : full)
  return (
    <time
      dateTime={String(value)}
      title={formatZoned(instant, locale)}
      data-printed={full}
      style={{ whiteSpace: 'nowrap' }}
    >
      {text}
    </time>
  )
}
