import { useWatch } from 'react-hook-form'
import { isRequired } from '~/model/access'
import { type InputProps, labelKey } from '~/src/admin/admin-config'
import { NumberField } from '~/src/admin/form/number-field'
import { validatorsFor } from '~/src/admin/form/validators'
import { SeatNotice } from '~/src/features/companies/seat-notice'

/** Zero is invalid: it neither adds to a quota nor reduces it. */
const notNothing = (value: unknown) => (value === 0 ? 'validation.invalid' : undefined)

/** An input for whole numbers, including negative ones; warns which seats would still be missing. */
export const SignedQuantityInput = ({ resource, path, field, mode }: InputProps) => {
  const [quota, quantity]: unknown[] = useWatch({ name: ['type', path] })
  return (
    <>
      <NumberField
        source={path}
        label={labelKey(resource.name, path)}
        validate={[...validatorsFor(field, isRequired(field, mode)), notNothing]}
        isWhole
        helperText="resources.purchases.quantityHelp"
        fullWidth
      />
      {quota !== 'minutes' && <SeatNotice added={{ quota, quantity }} />}
    </>
  )
}
