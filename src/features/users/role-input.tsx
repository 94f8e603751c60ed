import { Labeled, useRecordContext } from 'react-admin'
import { isRequired } from '~/model/access'
import type { PanelUser } from '~/model/record-types'
import { isRole, mayGive, roles } from '~/model/roles'
import { valueAt } from '~/model/value-at'
import { useActor } from '~/src/admin/actor'
import type { InputProps } from '~/src/admin/admin-config'
import { ChoiceView } from '~/src/admin/fields/choice-view'
import { SelectInput } from '~/src/admin/form/select-input'
import { useValues } from '~/src/admin/form/use-values'
import { validatorsFor } from '~/src/admin/form/validators'
import { choiceKey, labelKey } from '~/src/admin/labels'

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
