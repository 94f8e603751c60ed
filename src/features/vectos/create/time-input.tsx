import TextField from '@mui/material/TextField'
import { type KeyboardEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { isEnter } from '~/src/ui/shortcut'
import { clockOf, readClock } from './clock'

type Props = {
  readonly label: string
  readonly seconds: number
  readonly onChange: (seconds: number) => void
}

/** An input for a time. Invalid text is marked as such, and changes nothing. */
export const TimeInput = ({ label, seconds, onChange }: Props) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && readClock(typed) === undefined
  const take = () => {
    const meant = typed === null ? undefined : readClock(typed)
    if (meant !== undefined) onChange(meant)
    setTyped(null)
  }
  const obey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null)
    if (!isEnter(event.nativeEvent)) return
    // Enter confirms the time, and does not submit the form.
    event.preventDefault()
    if (!wrong) take()
  }
  return (
    <TextField
      label={label}
      size="small"
      value={typed ?? clockOf(seconds)}
      error={wrong}
      helperText={wrong && translate('resources.vectos.making.noTime')}
      onChange={event => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={obey}
      slotProps={{
        htmlInput: {
          inputMode: 'numeric',
          autoComplete: 'off',
          style: { fontVariantNumeric: 'tabular-nums' },
        },
      }}
      sx={{ width: 118 }}
    />
  )
}
