import CalendarIcon from '@mui/icons-material/EventOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { useTranslate } from 'react-admin'

/**
 * Formats with the day first, as in the panel's three languages, also for input such as `3.7.26`; and `2026-07-03`, for
 * pasted text.
 */
const written = [
  /^(?<day>\d{1,2})[./\s-](?<month>\d{1,2})[./\s-](?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})[./-](?<month>\d{1,2})[./-](?<day>\d{1,2})(?:T.*)?$/,
]

const two = (digits = '') => digits.padStart(2, '0')

/** The day as `2026-07-03`; undefined if the text is not a day. Two-digit years are in this century. */
export const readDay = (text: string): string | undefined => {
  const parts = written.map(pattern => pattern.exec(text.trim())?.groups).find(Boolean)
  if (!parts) return undefined
  const { year = '', month, day } = parts
  const iso = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`
  const date = new Date(`${iso}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) && iso >= '1000'
    ? iso
    : undefined
}

/** `2026-07-03` as `03/07/2026`; other texts stay unchanged. */
export const writeDay = (iso: string) => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')

const hidden = {
  position: 'absolute',
  right: 0,
  bottom: 0,
  width: '1px',
  height: '1px',
  p: 0,
  border: 0,
  opacity: 0,
  pointerEvents: 'none',
} as const

type CalendarProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (day: string) => void
}

/** The browser's own calendar, if it has one. */
const Calendar = ({ label, value, onChange }: CalendarProps) => {
  const translate = useTranslate()
  const picker = useRef<HTMLInputElement>(null)
  const name = translate('admin.range.calendar', { field: label })
  const open = () => {
    try {
      picker.current?.showPicker()
    } catch {
      // No calendar in this browser, or not allowed in a frame: days are typed.
    }
  }
  return (
    <InputAdornment position="end">
      <IconButton size="small" edge="end" aria-label={name} title={name} onClick={open}>
        <CalendarIcon fontSize="small" />
      </IconButton>
      <Box
        component="input"
        type="date"
        ref={picker}
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        sx={hidden}
      />
    </InputAdornment>
  )
}

type Props = {
  readonly label: string
  /** A day such as `2026-07-03`; empty: none. */
  readonly value: string
  readonly error?: boolean
  readonly onChange: (day: string) => void
}

/**
 * A day, typed day first in every browser: inputs of type date follow the browser's language, not the panel's, and WebKit
 * shows today in empty ones.
 */
export const DayInput = ({ label, value, error = false, onChange }: Props) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const isWrong = typed !== null && typed.trim() !== '' && readDay(typed) === undefined
  const type = (text: string) => {
    setTyped(text)
    setLeft(false)
    const day = text.trim() === '' ? '' : readDay(text)
    if (day !== undefined && day !== value) onChange(day)
  }
  const leave = () => {
    setLeft(true)
    if (!isWrong) setTyped(null)
  }
  const choose = (day: string) => {
    setTyped(null)
    onChange(day)
  }
  return (
    <TextField
      size="small"
      fullWidth
      margin="none"
      label={label}
      value={typed ?? writeDay(value)}
      placeholder={translate('admin.range.format')}
      error={error || (isWrong && isLeft)}
      helperText={isWrong && isLeft ? translate('admin.range.wrong') : undefined}
      onChange={event => type(event.target.value)}
      onBlur={leave}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 30 },
        input: { endAdornment: <Calendar label={label} value={value} onChange={choose} /> },
      }}
    />
  )
}
