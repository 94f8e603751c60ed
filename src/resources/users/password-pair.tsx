import { isRequired } from '~/model/access'
import { PasswordPairInput } from '~/src/kit/form/password-pair-input'
import { validatorsFor } from '~/src/kit/form/validators'
import type { InputProps } from '~/src/kit/kit-context'
import { labelKey } from '~/src/kit/labels'

export const PasswordPair = ({ resource, path, field, mode }: InputProps) => (
  <PasswordPairInput
    source={path}
    label={labelKey(resource.name, path)}
    validate={validatorsFor(field, isRequired(field, mode))}
    helperText={mode === 'update' ? 'resources.users.passwordKept' : undefined}
  />
)
