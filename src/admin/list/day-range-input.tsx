import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useInput, useListFilterContext, useTranslate } from 'react-admin'
import { type Days, dayPresets, isDayPreset, readDays, writeDays } from '~/model/lists/day-ranges'
import type { FilterProps } from '~/src/admin/admin-config'
import { DayInput } from '~/src/ui/day-input'

const BETWEEN = 'between'
const sides = ['from', 'to'] as const

const plain = { size: 'small', fullWidth: true, margin: 'none' } as const

/** The days as typed: only a valid range is searched. */
const useDraft = (value: string, onChange: (value: string) => void) => {
  const [draft, setDraft] = useState<Days>(() => readDays(value) ?? {})
  useEffect(() => {
    const days = readDays(value)
    if (days) setDraft(days)
  }, [value])
  const change = (next: Days) => {
    setDraft(next)
    const text = writeDays(next)
    if (text === '' || readDays(text)) onChange(text)
  }
  return [draft, change] as const
}

const DayInputs = ({ label, value, onChange }: DaysProps) => {
  const translate = useTranslate()
  const [draft, change] = useDraft(value, onChange)
  return sides.map(side => (
    <DayInput
      key={side}
      label={translate(`admin.range.${side}`, { field: label })}
      value={draft[side] ?? ''}
      error={draft.from !== undefined && draft.to !== undefined && draft.to < draft.from}
      onChange={day => change({ ...draft, [side]: day || undefined })}
    />
  ))
}

type DaysProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A range of days: a preset, or a first and a last one. */
export const DayRangeInput = ({ path, label }: FilterProps) => {
  const translate = useTranslate()
  const { filterValues } = useListFilterContext()
  // The form only knows the inputs that existed when it was filled.
  const { field } = useInput({ source: path, defaultValue: filterValues[path] ?? '' })
  const value = typeof field.value === 'string' ? field.value : ''
  const [open, setOpen] = useState(false)
  const name = translate(label)
  const between = !isDayPreset(value) && (open || value !== '')
  const choose = (chosen: string) => {
    setOpen(chosen === BETWEEN)
    field.onChange(chosen === BETWEEN ? '' : chosen)
  }
  return (
    <>
      <TextField
        {...plain}
        select
        label={name}
        value={between ? BETWEEN : value}
        onChange={({ target }) => choose(target.value)}
      >
        <MenuItem value="">{translate('admin.range.any')}</MenuItem>
        {[...dayPresets, BETWEEN].map(each => (
          <MenuItem key={each} value={each}>
            {translate(`admin.range.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {between && <DayInputs label={name} value={value} onChange={field.onChange} />}
    </>
  )
}
