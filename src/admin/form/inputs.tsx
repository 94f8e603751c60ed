import {
  isRequired,
  type PasswordInputProps,
  PasswordInput as RaPasswordInput,
  SelectInput as RaSelectInput,
  TextInput as RaTextInput,
  type SelectInputProps,
  type TextInputProps,
  type Validator,
} from 'react-admin'

/** react-admin marks a required field in its label alone, with a sign that screen readers skip. */
const required = { 'aria-required': true } as const

/**
 * The `slotProps` of a text field, which announce that it must be filled. MUI merges those of its inner input with what else
 * the input has: those of `htmlInput` would replace it.
 */
export const requiredSlots = (isNeeded: boolean) =>
  isNeeded ? { input: { slotProps: { input: required } } } : {}

type Validated = { readonly validate?: Validator | Validator[] | undefined }

const slotsOf = ({ validate }: Validated) => requiredSlots(isRequired(validate))

export const TextInput = ({ slotProps, ...props }: TextInputProps) => (
  <RaTextInput {...props} slotProps={{ ...slotProps, ...slotsOf(props) }} />
)

/** Its button that shows the password is in `InputProps`, which `slotProps.input` is merged with. */
export const PasswordInput = ({ slotProps, ...props }: PasswordInputProps) => (
  <RaPasswordInput {...props} slotProps={{ ...slotProps, ...slotsOf(props) }} />
)

/** The list box's button is what a screen reader meets, not the hidden input. */
export const SelectInput = ({ slotProps, ...props }: SelectInputProps) => (
  <RaSelectInput
    {...props}
    slotProps={{
      ...slotProps,
      ...(isRequired(props.validate) && { select: { SelectDisplayProps: required } }),
    }}
  />
)
