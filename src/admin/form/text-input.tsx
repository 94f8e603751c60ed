import { TextInput as RaTextInput, type TextInputProps } from 'react-admin'
import { slotsOf } from './validators'

export const TextInput = ({ slotProps, ...props }: TextInputProps) => (
  <RaTextInput {...props} slotProps={{ ...slotProps, ...slotsOf(props) }} />
)
