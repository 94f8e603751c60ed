import { Labeled, useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { Resource } from '~/model/define'
import { type Mode, useFieldSlot } from '~/src/admin/admin-config'
import { FieldView } from '~/src/admin/fields/field-view'
import { labelKey } from '~/src/admin/labels'
import type { FormField } from './form-fields'
import { inputOf } from './input-of'
import { validatorsFor } from './validators'

type Props = FormField & { readonly resource: Resource; readonly mode: Mode }

const ReadOnly = ({ resource, path }: Pick<Props, 'resource' | 'path'>) => (
  <Labeled label={labelKey(resource.name, path)} fullWidth>
    <FieldView resource={resource} path={path} />
  </Labeled>
)

/** True if the field that enables this one is on, or if there is no such field. */
const useNeed = (needs: string | undefined) => {
  const value: unknown = useWatch({ name: needs ?? '', disabled: needs === undefined })
  return needs === undefined || value === true
}

/** One field of the form: the resource's own input, that of its kind, or its value if read-only. */
export const FieldInput = ({ resource, path, readOnly, required, mode }: Props) => {
  const field = resource.fields[path]
  const { input: Own } = useFieldSlot(resource, path)
  const record = useRecordContext()
  const met = useNeed(field?.enabledBy)
  if (!field) return null
  if (Own) return <Own resource={resource} path={path} field={field} mode={mode} readOnly={readOnly} />
  if (readOnly && (field.readOnly || field.kind !== 'link'))
    return met && record ? <ReadOnly resource={resource} path={path} /> : null
  const Input = inputOf(field)
  return (
    <Input
      resource={resource}
      path={path}
      field={field}
      mode={mode}
      readOnly={readOnly}
      disabled={!met}
      common={{
        source: path,
        label: labelKey(resource.name, path),
        validate: validatorsFor(field, required),
        fullWidth: true,
      }}
    />
  )
}
