import { useLocaleState } from 'react-admin'
import { formatDay, formatInstant, formatRecent } from '~/src/ui/dates'
import { useCompact } from './compact'
import type { ValueProps } from './view-of'

/** Recent dates show the elapsed time; future and older ones show the date. */
export const DateView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  const instant = value instanceof Date ? value : String(value)
  const compact = useCompact()
  const full = formatInstant(instant, locale)
  const text = formatRecent(instant, locale) ?? (compact ? formatDay(instant, locale) : full)
  return (
    <time dateTime={String(value)} title={full} style={{ whiteSpace: 'nowrap' }}>
      {text}
    </time>
  )
}
