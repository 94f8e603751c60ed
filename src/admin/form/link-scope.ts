import { useWatch } from 'react-hook-form'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'

/** The filter of a form's link: the definition's, and the record's own company where required. */
export const useLinkScope = ({ sameCompany, filterTarget }: Field, { company }: Resource) => {
  const owner: unknown = useWatch({ name: sameCompany && company ? company : '', disabled: !sameCompany })
  return sameCompany || filterTarget ? { ...filterTarget, ...(sameCompany && { company: owner }) } : undefined
}
