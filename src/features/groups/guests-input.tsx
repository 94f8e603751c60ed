import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { FieldTitle, InputHelperText, useInput } from 'react-admin'
import { guestsAtOnce } from '~/model/resources/guests'
import type { InputProps } from '~/src/admin/admin-config'
import { pasteLines } from '~/src/admin/form/paste-lines'
import { labelKey } from '~/src/admin/labels'
import { type Guest, guestsIn, isNew, nameOf, readGuests, wrongGuest } from './guest-values'

const refuseTooMany = (value: unknown) =>
  guestsIn(value).filter(isNew).length > guestsAtOnce
    ? { message: 'errors.too_many_guests', args: { limit: guestsAtOnce } }
    : undefined

const refuseWrong = (value: unknown) => {
  const wrong = wrongGuest(value)
  return wrong === undefined
    ? undefined
    : { message: 'resources.groups.guestWrong', args: { value: String(wrong) } }
}

const colourOf = (guest: Guest) =>
  typeof guest === 'string' ? 'error' : isNew(guest) ? 'primary' : 'default'

/** The guests of a group: existing ones can be removed, new ones are added by address. */
export const GuestsInput = ({ resource, path }: InputProps) => {
  const { id, field, fieldState } = useInput({ source: path, validate: [refuseWrong, refuseTooMany] })
  const { invalid, error } = fieldState
  return (
    <Autocomplete
      multiple
      freeSolo
      // Text that is still being typed is added on blur.
      autoSelect
      id={id}
      options={[]}
      value={guestsIn(field.value)}
      onChange={(_, guests) => field.onChange(readGuests(guests))}
      onBlur={field.onBlur}
      getOptionLabel={nameOf}
      isOptionEqualToValue={(one, other) => nameOf(one) === nameOf(other)}
      renderValue={(guests, itemProps) =>
        guests.map((guest, index) => {
          const { key, ...props } = itemProps({ index })
          return <Chip key={key} size="small" label={nameOf(guest)} color={colourOf(guest)} {...props} />
        })
      }
      renderInput={params => (
        <TextField
          {...params}
          onPaste={event =>
            pasteLines(event, text => field.onChange(readGuests([...guestsIn(field.value), text])))
          }
          inputRef={field.ref}
          type="email"
          label={<FieldTitle label={labelKey(resource.name, path)} source={path} />}
          error={invalid}
          margin="dense"
          helperText={<InputHelperText error={error?.message} helperText="resources.groups.guestsHelp" />}
        />
      )}
    />
  )
}
