import { isRequired } from '~/model/access'
import { type InputProps, labelKey } from '~/src/admin/admin-config'
import { TextInput } from '~/src/admin/form/text-input'
import { validatorsFor } from '~/src/admin/form/validators'

/** A read-only property of the file, filled in once it is uploaded. */
export const FromFile = ({ resource, path, field, mode }: InputProps) => (
  <TextInput
    source={path}
    label={labelKey(resource.name, path)}
    validate={validatorsFor(field, isRequired(field, mode))}
    readOnly
    fullWidth
    helperText="resources.medias.fromFile"
  />
)
