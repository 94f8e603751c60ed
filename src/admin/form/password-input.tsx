import { type PasswordInputProps, PasswordInput as RaPasswordInput } from 'react-admin'
import { slotsOf } from './validators'

/** The button that shows the password is in `InputProps`, into which `slotProps.input` is merged. */
export const PasswordInput = ({ slotProps, ...props }: PasswordInputProps) => (
  <RaPasswordInput {...props} slotProps={{ ...slotProps, ...slotsOf(props) }} />
)
