import { useWatch } from 'react-hook-form'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'

/** The records that a link of a form may name: those its definition is about, and of the record's own company alone. */
export const useLinkScope = ({ sameCompany, filterTarget }: Field, { company }: Resource) => {
  const owner: unknown = useWatch({ name: sameCompany && company ? company : '', disabled: !sameCompany })
  return sameCompany || filterTarget ? { ...filterTarget, ...(sameCompany && { company: owner }) } : undefined
}
