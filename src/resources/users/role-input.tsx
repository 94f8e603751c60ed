import { Labeled, SelectInput, useRecordContext } from 'react-admin'
import { isRequired } from '~/model/access'
import { isRole, mayGive, roles } from '~/model/roles'
import { useActor } from '~/src/kit/actor'
import { useValues } from '~/src/kit/form/use-values'
import { validatorsFor } from '~/src/kit/form/validators'
import type { InputProps } from '~/src/kit/kit-context'
import { choiceKey, labelKey } from '~/src/kit/labels'
import { ChoiceView } from '~/src/kit/views/choice-view'

/** Offers the roles that the actor may give; nobody changes their own. */
export const RoleInput = ({ resource, path, field, mode, readOnly }: InputProps) => {
  const actor = useActor()
  const record = useRecordContext()
  const { data } = useValues('roles')
  const known: readonly string[] = data?.values.map(({ key }) => key) ?? roles
  const offered = known.filter(key => isRole(key) && mayGive(actor.role, key))
  const label = labelKey(resource.name, path)
  const fixed = readOnly || record?.uid === actor.uid
  if (fixed && record)
    return (
      <Labeled label={label}>
        <ChoiceView resource={resource} path={path} field={field} value={record[path]} />
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
