import { isRequired, SelectInput as RaSelectInput, type SelectInputProps } from 'react-admin'
import { required } from './validators'

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
