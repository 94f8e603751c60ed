import Box from '@mui/material/Box'
import type { ComponentType } from 'react'
import {
  BooleanInput,
  DateTimeInput,
  isRequired,
  Labeled,
  TextArrayInput,
  useRecordContext,
  type Validator,
} from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { nameOfFile } from '~/model/content-types'
import type { Resource } from '~/model/define'
import type { Field, FileDescriptor, Kind } from '~/model/fields'
import { valueAt } from '~/model/objects'
import { choiceKey, type InputProps, labelKey, type Mode, useFieldSlot } from '~/src/admin/admin-config'
import { FieldView } from '~/src/admin/fields/field-view'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
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

type TagsInputProps = {
  readonly common: { source: string; label: string; validate: Validator[]; fullWidth: true }
  readonly disabled: boolean
}

/** Tags, typed one by one or pasted as a list. */
const TagsInput = ({ common, disabled }: TagsInputProps) => {
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

const UploadInput = lazyPart(() => import('./upload-input').then(file => file.UploadInput))

const PictureInput = lazyPart(() => import('./picture-input').then(file => file.PictureInput))

const RichInput = laterPart(() => import('./rich-input').then(file => file.RichInput))

type KindInputProps = InputProps & {
  readonly disabled: boolean
  readonly common: { source: string; label: string; validate: Validator[]; fullWidth: true }
}
type Input = ComponentType<KindInputProps>

const Text: Input = ({ common, disabled }) => <TextInput {...common} disabled={disabled} />

const Multiline: Input = ({ common, disabled }) => (
  <TextInput {...common} multiline minRows={3} disabled={disabled} />
)

const Email: Input = ({ common, disabled }) => (
  <TextInput {...common} type="email" autoComplete="off" disabled={disabled} />
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

const Rich: Input = ({ common, field }) => (
  <RichInput
    source={common.source}
    label={common.label}
    toolbar={field.toolbar ?? 'minimal'}
    required={isRequired(common.validate)}
  />
)

const File: Input = ({ common, field: { accept, names } }) => {
  const { getValues, setValue } = useFormContext()
  const name = ({ label }: FileDescriptor) => {
    if (names === undefined || getValues(names)) return
    setValue(names, nameOfFile(label), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <UploadInput
      source={common.source}
      label={common.label}
      validate={common.validate}
      accept={accept}
      onChosen={name}
    />
  )
}

const Picture: Input = ({ common: { source, label, validate }, resource }) => (
  <PictureInput source={source} label={label} validate={validate} resource={resource} />
)

const inputs: Record<Kind, Input> = {
  text: Text,
  multiline: Multiline,
  email: Email,
  password: ({ common }) => <PasswordInput {...common} autoComplete="new-password" />,
  boolean: ({ common, disabled }) => <BooleanInput {...common} disabled={disabled} helperText={false} />,
  integer: NumberOf,
  number: NumberOf,
  date: ({ common, disabled }) => <DateTimeInput {...common} disabled={disabled} />,
  choice: Choice,
  link: LinkTo,
  links: ManyLinks,
  rich: Rich,
  file: File,
  thumbnail: () => null,
  picture: Picture,
  tags: TagsInput,
  json: () => null,
}

const inputOf = (field: Field): Input => inputs[field.kind]

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
  const Input = inputOf(field)
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
