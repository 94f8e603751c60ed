import { Labeled, useRecordContext } from 'react-admin'
import { isRequired } from '~/model/access'
import { isRole, mayGive, roles } from '~/model/grants'
import { valueAt } from '~/model/objects'
import type { PanelUser } from '~/model/record-of'
import { choiceKey, type InputProps, labelKey } from '~/src/admin/admin-config'
import { ChoiceView } from '~/src/admin/fields/kinds'
import { useValues } from '~/src/admin/form/link-choices'
import { SelectInput } from '~/src/admin/form/select-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { useActor } from '~/src/admin/rights'

/** Offers the roles that the actor may assign; users cannot change their own role. */
export const RoleInput = ({ resource, path, field, mode, readOnly }: InputProps) => {
  const actor = useActor()
  const record = useRecordContext<PanelUser>()
  const { data } = useValues('roles')
  const known: readonly string[] = data?.values.map(({ key }) => key) ?? roles
  const offered = known.filter(key => isRole(key) && mayGive(actor.role, key))
  const label = labelKey(resource.name, path)
  const fixed = readOnly || record?.uid === actor.uid
  if (fixed && record)
    return (
      <Labeled label={label}>
        <ChoiceView resource={resource} path={path} field={field} value={valueAt(record, path)} />
      </Labeled>
    )
  return (
    <SelectInput
      source={path}
      label={label}
      fullWidth
      choices={offered.map(id => ({ id, name: choiceKey(resource.name, path, id) }))}
      validate={validatorsFor(field, isRequired(field, mode))}
    />
  )
}
