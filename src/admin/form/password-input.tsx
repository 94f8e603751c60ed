import { type PasswordInputProps, PasswordInput as RaPasswordInput } from 'react-admin'
import { slotsOf } from './validators'

/** Its button that shows the password is in `InputProps`, which `slotProps.input` is merged with. */
export const PasswordInput = ({ slotProps, ...props }: PasswordInputProps) => (
  <RaPasswordInput {...props} slotProps={{ ...slotProps, ...slotsOf(props) }} />
)
