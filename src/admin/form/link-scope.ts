import { useWatch } from 'react-hook-form'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import type { Mode } from '~/src/admin/admin-config'
import { useChoiceFilter } from '~/src/admin/chosen-company'

/**
 * The filter of a form's link: the definition's, and the record's own company where required. The links of a new record
 * are chosen in the company that all lists are narrowed to.
 */
export const useLinkScope = (
  { sameCompany, filterTarget, target }: Field,
  { company }: Resource,
  mode?: Mode,
) => {
  const owner: unknown = useWatch({ name: sameCompany && company ? company : '', disabled: !sameCompany })
  const chosen = useChoiceFilter(target, filterTarget)
  if (sameCompany) return { ...filterTarget, company: owner }
  return mode === 'create' ? chosen : filterTarget
}
