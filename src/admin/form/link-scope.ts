import { useWatch } from 'react-hook-form'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'

/** The records that a link of a form may name: those its definition is about, and of the record's own company alone. */
export const useLinkScope = ({ within, among }: Field, { company }: Resource) => {
  const owner: unknown = useWatch({ name: within && company ? company : '', disabled: !within })
  return within || among ? { ...among, ...(within && { company: owner }) } : undefined
}
