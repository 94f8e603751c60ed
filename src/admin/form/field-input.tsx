import Box from '@mui/material/Box'
import type { ComponentType } from 'react'
import {
  BooleanInput,
  CheckboxGroupInput,
  DateTimeInput,
  Labeled,
  TextArrayInput,
  useRecordContext,
} from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { choiceKey, type KindInputProps, labelKey, type Mode, useFieldSlot } from '~/src/admin/admin-config'
import { FieldView } from '~/src/admin/fields/field-view'
import { type InputName, kindOf } from '~/src/admin/fields/kinds'
import type { FormField } from './form-fields'
import { LinkInput } from './link-input'
import { LinksInput, useLinkScope } from './links-input'
import { NumberField } from './number-field'
import { PasswordInput } from './password-input'
import { pasteLines } from './paste-lines'
import { SelectInput } from './select-input'
import { TextInput } from './text-input'
import { validatorsFor } from './validators'

/** Splits texts into tags at commas, semicolons, tabs and line breaks, without duplicates. */
export const readTags = (values: unknown): string[] => {
  const texts = Array.isArray(values) ? values.map(String) : []
  const tags = texts.flatMap(text => text.split(/[,;\t\r\n]+/)).map(tag => tag.trim())
  return [...new Set(tags.filter(tag => tag !== ''))]
}

type Input = ComponentType<KindInputProps>

/** Tags, typed one by one or pasted as a list. */
const TagsInput: Input = ({ common, disabled }) => {
  const { getValues, setValue } = useFormContext()
  const add = (text: string) => {
    const tags = readTags([...readTags(getValues(common.source)), text])
    setValue(common.source, tags, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Box onPaste={event => pasteLines(event, add)}>
      <TextArrayInput {...common} parse={readTags} disabled={disabled} helperText="admin.tagsHelp" />
    </Box>
  )
}

const Text: Input = ({ common, disabled, field }) => (
  <TextInput {...common} {...kindOf(field).attributes} disabled={disabled} />
)

const NumberOf: Input = ({ common, disabled, field: { kind, min, max } }) => (
  <NumberField {...common} isWhole={kind === 'integer'} min={min} max={max} disabled={disabled} />
)

const Choice: Input = ({ common, disabled, resource, path, field }) => {
  const current = valueAt(useRecordContext(), path)
  // The record's current value stays selectable, even if new records cannot have it.
  const offered = new Set(field.creatable ?? field.options)
  if (typeof current === 'string' && current !== '') offered.add(current)
  const choices = [...offered].map(id => ({
    id,
    name: choiceKey(resource.name, path, id),
  }))
  return (
    <SelectInput
      {...common}
      choices={choices}
      disabled={disabled}
      emptyText={common.validate.length ? '' : 'admin.none'}
    />
  )
}

const Choices: Input = ({ common, disabled, resource, path, field: { options = [] } }) => (
  <CheckboxGroupInput
    {...common}
    choices={options.map(id => ({ id, name: choiceKey(resource.name, path, id) }))}
    disabled={disabled}
    row={false}
    // A group of checkboxes has no aria-required.
    helperText={common.validate.length > 0 ? 'admin.atLeastOne' : false}
  />
)

const LinkTo: Input = ({ common, disabled, readOnly, resource, field, mode }) => (
  <LinkInput
    {...common}
    target={field.target ?? ''}
    filter={useLinkScope(field, resource, mode)}
    disabled={disabled}
    readOnly={readOnly}
  />
)

const ManyLinks: Input = ({ common, disabled, resource, field }) => (
  <LinksInput {...common} resource={resource} field={field} disabled={disabled} />
)

const inputs: { readonly [N in InputName]: Input } = {
  text: Text,
  password: ({ common }) => <PasswordInput {...common} autoComplete="new-password" />,
  number: NumberOf,
  date: ({ common, disabled }) => <DateTimeInput {...common} disabled={disabled} />,
  boolean: ({ common, disabled }) => <BooleanInput {...common} disabled={disabled} helperText={false} />,
  choice: Choice,
  choices: Choices,
  link: LinkTo,
  links: ManyLinks,
  tags: TagsInput,
}

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
  const { input } = kindOf(field)
  const Input = typeof input === 'string' ? inputs[input] : input
  if (!Input) return null
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
