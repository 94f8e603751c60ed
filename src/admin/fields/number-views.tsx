import { useLocaleState, useTranslate } from 'react-admin'
import { count, duration, fileSize, minutes } from '~/src/ui/format'
import type { ValueProps } from './view-of'

export const CountView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  return <span>{count(Number(value), locale)}</span>
}

export const BytesView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  return <span>{fileSize(Number(value), locale)}</span>
}

export const MinutesView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  return <span>{useTranslate()('admin.minutes', { count: minutes(Number(value), locale) })}</span>
}

/** A duration in seconds, formatted as a clock. */
export const DurationView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{duration(Number(value), locale)}</span>
}

export const DaysView = ({ value }: ValueProps) => (
  <span>{useTranslate()('admin.days', { smart_count: Number(value) })}</span>
)

export const VersionView = ({ value }: ValueProps) => <span>v{String(value)}</span>
