import { isRequired, SelectInput as RaSelectInput, type SelectInputProps } from 'react-admin'
import { required } from './validators'

/** Labels the list box's button, which screen readers focus, and not the hidden input. */
export const SelectInput = ({ slotProps, ...props }: SelectInputProps) => (
  <RaSelectInput
    {...props}
    slotProps={{
      ...slotProps,
      ...(isRequired(props.validate) && { select: { SelectDisplayProps: required } }),
    }}
  />
)
