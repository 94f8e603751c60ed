import { TextInput } from 'react-admin'
import { isRequired } from '~/model/access'
import { validatorsFor } from '~/src/kit/form/validators'
import type { InputProps } from '~/src/kit/kit-context'
import { labelKey } from '~/src/kit/labels'

/** A fact about the file, filled in once it is uploaded: to be read, not typed. */
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
