import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'
import { isRequired, useTranslate, type Validator } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { PasswordInput } from './password-input'
import { requiredSlots } from './validators'

type Props = {
  readonly source: string
  readonly label: string
  readonly validate: Validator[]
  readonly helperText?: string
}

const MISMATCH = 'errors.passwordsMismatch'

/** The confirmation is not a form value: it belongs to no field. */
const useConfirmation = (source: string) => {
  const { getValues, watch } = useFormContext()
  const [confirmation, setConfirmation] = useState('')
  const [mismatch, setMismatch] = useState(false)
  const latest = useRef(confirmation)
  latest.current = confirmation
  const differs = () => {
    const password: unknown = getValues(source)
    return Boolean(password) && latest.current !== '' && password !== latest.current
  }
  const check = () => {
    if (!differs()) return
    setConfirmation('')
    setMismatch(true)
  }
  const type = (text: string) => {
    setMismatch(false)
    setConfirmation(text)
  }
  const empty = !watch(source)
  useEffect(() => {
    if (empty) setConfirmation('')
  }, [empty])
  return { confirmation, mismatch, latest, check, type }
}

/** Compares two fields on blur: if filled and different, clears the confirmation (specification §5). */
export const PasswordPairInput = ({ source, label, validate, helperText }: Props) => {
  const translate = useTranslate()
  const { confirmation, mismatch, latest, check, type } = useConfirmation(source)
  const [same] = useState<Validator>(
    () => (value: unknown) => (value && value !== latest.current ? MISMATCH : undefined),
  )
  return (
    <>
      <PasswordInput
        source={source}
        label={label}
        fullWidth
        autoComplete="new-password"
        validate={[...validate, same]}
        onBlur={check}
        helperText={helperText ?? false}
      />
      <TextField
        type="password"
        label={translate('admin.form.confirmation', { field: translate(label) })}
        fullWidth
        margin="dense"
        autoComplete="new-password"
        value={confirmation}
        onChange={event => type(event.target.value)}
        onBlur={check}
        error={mismatch}
        helperText={mismatch ? translate(MISMATCH) : ' '}
        slotProps={{ ...requiredSlots(isRequired(validate)), formHelperText: { role: 'alert' } }}
      />
    </>
  )
}
