import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { FieldTitle, InputHelperText, useInput } from 'react-admin'
import { isEmailAddress, normalAddress } from '~/model/addresses'
import { isLink, type Link } from '~/model/fields'
import { textIn } from '~/model/objects'
import { guestsAtOnce } from '~/model/resources/guests'
import { type InputProps, labelKey } from '~/src/admin/admin-config'
import { pasteLines } from '~/src/admin/form/paste-lines'

/** An entry of the form: an existing guest, a new address, or typed text that is not an address. */
type Guest = Link | { readonly email: string } | string

export const nameOf = (guest: Guest) => {
  if (typeof guest === 'string') return guest
  return 'ref' in guest ? guest.label || guest.ref : guest.email
}

const fold = (guest: Guest) => nameOf(guest).toLowerCase()

const toGuest = (part: string): Guest => {
  const email = normalAddress(part)
  return isEmailAddress(email) ? { email } : part
}

const inBrackets = /<\s*(?:mailto:)?([^<>\s]*)\s*>/gi

/** The addresses of one entry, as mail programs copy it: `Bob <bob@y.example>`, `"Doe, Jane" <jane@y.example>`. */
const addressesIn = (entry: string) => {
  const bracketed = [...entry.matchAll(inBrackets)].map(([, address = '']) => address)
  const words = entry.replace(inBrackets, ' ').split(/\s+/)
  return bracketed.length > 0
    ? [...words.filter(word => isEmailAddress(normalAddress(word))), ...bracketed]
    : words
}

/**
 * Parses pasted addresses, separated by commas, semicolons, spaces or lines. A name before an address in brackets is
 * dropped: guests enter their own name.
 */
const typed = (text: string): Guest[] =>
  text
    .replace(/"[^"]*"(?=\s*<)|"/g, ' ')
    .split(/[,;\r\n]+/)
    .flatMap(addressesIn)
    .filter(part => part !== '')
    .map(toGuest)

/** Converts typed text to guests, without duplicates. */
export const readGuests = (given: readonly Guest[]): Guest[] => {
  const all = given.flatMap(guest => (typeof guest === 'string' ? typed(guest) : [guest]))
  return all.filter((guest, index) => all.findIndex(other => fold(other) === fold(guest)) === index)
}

const isGuest = (value: unknown): value is Guest =>
  typeof value === 'string' || isLink(value) || textIn(value, 'email') !== undefined

const guestsIn = (value: unknown): Guest[] => (Array.isArray(value) ? value.filter(isGuest) : [])

/** The first entry that is not an address: it prevents the form from being sent. */
export const wrongGuest = (value: unknown) => guestsIn(value).find(guest => typeof guest === 'string')

/** True for a new address, which belongs to no existing guest and is not saved yet. */
const isNew = (guest: Guest) => typeof guest === 'object' && !('ref' in guest)

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
