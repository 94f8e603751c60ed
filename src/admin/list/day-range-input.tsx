import { TextInput, useTranslate } from 'react-admin'
import { dayOf, instantOf } from './day-range'

type Props = { readonly source: string; readonly label: string }

const ends = [
  { operator: 'gte', key: 'admin.search.from', end: 'first' },
  { operator: 'lte', key: 'admin.search.until', end: 'last' },
] as const

/** Filters a date by its first and its last day. */
export const DayRangeInput = ({ source, label }: Props) => {
  const translate = useTranslate()
  return ends.map(({ operator, key, end }) => (
    <TextInput
      key={operator}
      source={`${source}.${operator}`}
      label={translate(key, { field: translate(label) })}
      type="date"
      format={dayOf}
      parse={(day: unknown) => instantOf(day, end)}
      slotProps={{ inputLabel: { shrink: true } }}
      helperText={false}
      size="small"
      fullWidth
      margin="none"
    />
  ))
}
