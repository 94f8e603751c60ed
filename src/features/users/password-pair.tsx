import { isRequired } from '~/model/access'
import { type InputProps, labelKey } from '~/src/admin/admin-config'
import { PasswordPairInput } from '~/src/admin/form/password-pair-input'
import { validatorsFor } from '~/src/admin/form/validators'

export const PasswordPair = ({ resource, path, field, mode }: InputProps) => (
  <PasswordPairInput
    source={path}
    label={labelKey(resource.name, path)}
    validate={validatorsFor(field, isRequired(field, mode))}
    helperText={mode === 'update' ? 'resources.users.passwordKept' : undefined}
  />
)
