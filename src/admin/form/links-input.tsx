import { useEffect, useState } from 'react'
import { AutocompleteArrayInput, type AutocompleteArrayInputProps, isRequired } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field, Link } from '~/model/fields'
import type { Mode } from '~/src/admin/admin-config'
import { useChoiceFilter } from '~/src/admin/rights'
import { ChoiceOption, choiceText, type LinkChoice, useLinkChoices } from './link-choices'
import { linkIn } from './link-input'
import { requiredSlots } from './validators'

/**
 * The filter of a form's link: the definition's, and the record's own company where required. Links of a new record are
 * limited to the company chosen in the bar.
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

type Props = Pick<
  AutocompleteArrayInputProps,
  'label' | 'helperText' | 'fullWidth' | 'validate' | 'disabled'
> & { readonly source: string; readonly resource: Resource; readonly field: Field }

const isLinks = (value: unknown): value is Link[] =>
  Array.isArray(value) && value.every(each => typeof each === 'object' && each !== null && 'ref' in each)

/**
 * Clears the error of an empty list once its alternative (`requiredUnless`) has entries.
 * @returns whether this list is required now
 */
const useStandIn = (source: string, { requiredUnless = source }: Field) => {
  const standIn: unknown = useWatch({ name: requiredUnless })
  const { trigger, getFieldState } = useFormContext()
  useEffect(() => {
    if (!isEmpty(standIn) && getFieldState(source).invalid) void trigger(source)
  }, [standIn, source, trigger, getFieldState])
  return requiredUnless !== source && isEmpty(standIn)
}

const option = <ChoiceOption />

/** Selects any number of records with search-as-you-type. The value holds the whole links. */
export const LinksInput = ({ source, resource, field, ...props }: Props) => {
  const current: unknown = useWatch({ name: source })
  const chosen = isLinks(current) ? current : []
  const isNeeded = useStandIn(source, field) || isRequired(props.validate)
  const [search, setSearch] = useState('')
  const { links, isPending } = useLinkChoices(field.target ?? '', search, useLinkScope(field, resource))
  const known = new Map<string, LinkChoice>([...chosen, ...links].map(link => [link.ref, link]))
  const choices = [...known.values()]
  return (
    <AutocompleteArrayInput
      {...props}
      TextFieldProps={{ slotProps: requiredSlots(isNeeded) }}
      source={source}
      choices={choices}
      optionValue="ref"
      optionText={option}
      inputText={choiceText}
      translateChoice={false}
      isPending={isPending}
      setFilter={setSearch}
      // The choices are already filtered, accents included.
      matchSuggestion={() => true}
      format={(value: unknown) => (isLinks(value) ? value.map(({ ref }) => ref) : [])}
      parse={(refs: unknown) => (Array.isArray(refs) ? refs.flatMap(ref => linkIn(choices, ref) ?? []) : [])}
    />
  )
}
