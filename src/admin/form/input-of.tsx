import type { ComponentType } from 'react'
import { BooleanInput, DateTimeInput, isRequired, useRecordContext, type Validator } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { nameOfFile } from '~/model/content-types'
import type { Field, FileDescriptor, Kind } from '~/model/fields'
import { valueAt } from '~/model/value-at'
import type { InputProps } from '~/src/admin/admin-config'
import { choiceKey } from '~/src/admin/labels'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { LinkInput } from './link-input'
import { useLinkScope } from './link-scope'
import { LinksInput } from './links-input'
import { NumberField } from './number-field'
import { PasswordInput } from './password-input'
import { SelectInput } from './select-input'
import { TagsInput } from './tags-input'
import { TextInput } from './text-input'

const UploadInput = lazyPart(() => import('./upload-input').then(file => ({ default: file.UploadInput })))

const RichInput = laterPart(() => import('./rich-input').then(file => ({ default: file.RichInput })))

export type KindInputProps = InputProps & {
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
  // The record's current value stays selectable, even where new records cannot have it.
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
  tags: TagsInput,
  json: () => null,
}

export const inputOf = (field: Field): Input => inputs[field.kind]
