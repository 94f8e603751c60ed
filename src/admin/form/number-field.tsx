import TextField from '@mui/material/TextField'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { FieldTitle, InputHelperText, useInput, useLocaleState, type Validator } from 'react-admin'
import { readNumber, writeNumber } from '~/src/ui/format'

type Props = {
  readonly source: string
  readonly label: string
  readonly validate: readonly Validator[]
  readonly isWhole: boolean
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly defaultValue?: number
  readonly helperText?: string
  readonly disabled?: boolean
  readonly fullWidth?: boolean
}

/** The validator of unreadable numbers: the form value is the typed text until it parses. */
const legible =
  (locale: string, isWhole: boolean): Validator =>
  (value: unknown) => {
    if (typeof value !== 'string') return undefined
    const reading = readNumber(value, locale, isWhole)
    if ('value' in reading) return undefined
    if ('problem' in reading)
      return reading.problem === 'not_whole'
        ? 'validation.not_whole'
        : {
            message: 'validation.unreadable',
            args: { example: writeNumber(isWhole ? 1000 : 1000.5, locale) },
          }
    const [one, other] = reading.two.map(each => writeNumber(each, locale))
    return { message: 'validation.two_readings', args: { text: value.trim(), one, other } }
  }

/** The keypad of phones: the numeric one of iOS has no minus sign. */
const inputModeOf = (isWhole: boolean, min: number | undefined) => {
  if (min === undefined || min < 0) return 'text'
  return isWhole ? 'numeric' : 'decimal'
}

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * Typed text stays unchanged while the field has the focus; the form value is the number, or the text if it does not
 * parse.
 */
const useNumber = ({ source, validate, isWhole, min, max, defaultValue }: Props) => {
  const [locale] = useLocaleState()
  const { id, field, fieldState, isRequired } = useInput({
    source,
    defaultValue,
    validate: [legible(locale, isWhole), ...validate],
  })
  const value: unknown = field.value
  const [typed, setTyped] = useState<string>()
  const shown = typeof value === 'number' ? writeNumber(value, locale) : String(value ?? '')
  const change = (text: string) => {
    setTyped(text)
    const reading = readNumber(text, locale, isWhole)
    field.onChange('value' in reading ? reading.value : text)
  }
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined || !isWhole || (value !== null && value !== '' && typeof value !== 'number')) return
    event.preventDefault()
    const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, Number(value ?? 0) + by))
    setTyped(undefined)
    field.onChange(next)
  }
  const blur = (event: FocusEvent<HTMLElement>) => {
    setTyped(undefined)
    field.onBlur(event)
  }
  return { id, field, fieldState, isRequired, value, text: typed ?? shown, change, step, blur }
}

/**
 * The panel's only input for numbers: a text field parsed by locale, so that nothing is truncated or guessed, and the
 * mouse wheel does not change it.
 */
export const NumberField = (props: Props) => {
  const { source, label, isWhole, min, max, helperText, disabled, fullWidth } = props
  const { id, field, fieldState, isRequired, value, text, change, step, blur } = useNumber(props)
  const { invalid, error } = fieldState
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      value={text}
      onChange={({ target }) => change(target.value)}
      onBlur={blur}
      onKeyDown={step}
      label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
      error={invalid}
      helperText={<InputHelperText error={error?.message} helperText={helperText} />}
      disabled={disabled}
      fullWidth={fullWidth}
      margin="dense"
      autoComplete="off"
      slotProps={{
        htmlInput: {
          role: 'spinbutton',
          inputMode: inputModeOf(isWhole, min),
          'aria-required': isRequired || undefined,
          'aria-valuenow': typeof value === 'number' ? value : undefined,
          'aria-valuemin': min,
          'aria-valuemax': max,
          'aria-valuetext': text || undefined,
        },
      }}
    />
  )
}
