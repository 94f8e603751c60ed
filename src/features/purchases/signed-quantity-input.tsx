import { NumberInput } from 'react-admin'
import { isRequired } from '~/model/access'
import type { InputProps } from '~/src/admin/admin-config'
import { validatorsFor } from '~/src/admin/form/validators'
import { labelKey } from '~/src/admin/labels'

/** Zero is invalid: it neither adds to a quota nor reduces it. */
const notNothing = (value: unknown) => (value === 0 ? 'validation.invalid' : undefined)

/** An input for whole numbers, including negative ones. */
export const SignedQuantityInput = ({ resource, path, field, mode }: InputProps) => (
  <NumberInput
    source={path}
    label={labelKey(resource.name, path)}
    validate={[...validatorsFor(field, isRequired(field, mode)), notNothing]}
    step={1}
    helperText="resources.purchases.quantityHelp"
    fullWidth
  />
)
