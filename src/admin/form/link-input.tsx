import { useState } from 'react'
import { AutocompleteInput, type AutocompleteInputProps, isRequired, useGetOne } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { labelOf } from '~/model/access'
import { isLink, type Link } from '~/model/fields'
import { resourceOf } from '~/model/registry'
import { idOf } from '~/src/api/contract/records'
import { ChoiceOption, choiceText, type LinkChoice, useLinkChoices } from './link-choices'
import { requiredSlots } from './validators'

type Props = Pick<
  AutocompleteInputProps,
  | 'defaultValue'
  | 'label'
  | 'helperText'
  | 'size'
  | 'fullWidth'
  | 'margin'
  | 'validate'
  | 'readOnly'
  | 'disabled'
> & {
  readonly source: string
  readonly target: string
  readonly filter?: Readonly<Record<string, unknown>>
}

const withCurrent = (links: readonly LinkChoice[], current: unknown): LinkChoice[] =>
  isLink(current) && current.ref !== '' && !links.some(({ ref }) => ref === current.ref)
    ? [current, ...links]
    : [...links]

/** The value with its label; fetched if only the reference is known, as from a URL. */
const useLabelled = (target: string, current: unknown) => {
  const known = isLink(current) ? current : undefined
  const { data } = useGetOne(
    target,
    { id: idOf(target, known?.ref ?? '') },
    { enabled: known?.label === '', retry: false, onError: () => undefined },
  )
  if (known?.label !== '') return current
  return { ...known, label: data ? labelOf(resourceOf(target), data) : known.ref }
}

const option = <ChoiceOption />

/** The link of a choice, without its detail. */
export const linkIn = (choices: readonly LinkChoice[], ref: unknown): Link | undefined => {
  const found = choices.find(link => link.ref === ref)
  return found && { ref: found.ref, label: found.label }
}

/** Selects a record with search-as-you-type. The value is the whole link, so that its label is available. */
export const LinkInput = ({ source, target, filter, ...props }: Props) => {
  const current = useLabelled(target, useWatch({ name: source }))
  const [search, setSearch] = useState('')
  const { links, isPending } = useLinkChoices(target, search, filter)
  const choices = withCurrent(links, current)
  return (
    <AutocompleteInput
      {...props}
      TextFieldProps={{ slotProps: requiredSlots(isRequired(props.validate)) }}
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
      format={(value: unknown) => (isLink(value) ? value.ref : '')}
      parse={(ref: unknown) => linkIn(choices, ref) ?? null}
    />
  )
}
