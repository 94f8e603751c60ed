import type { FieldCode } from '~/model/errors'
import type { Field, Kind } from '~/model/fields'

const MAX_TAGS = 50

type Check = (value: unknown, field: Field) => FieldCode | undefined

const lengthCode = (value: string, { min, max }: Field): FieldCode | undefined => {
  if (min !== undefined && value.length < min) return 'too_short'
  return max !== undefined && value.length > max ? 'too_long' : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\u0000')

const textual: Check = (value, field) => (isText(value) ? lengthCode(value, field) : 'invalid')

const address = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/

const whole: Check = (value, { min, max }) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'invalid'
  if (min !== undefined && value < min) return 'too_small'
  return max !== undefined && value > max ? 'too_large' : undefined
}

const hasRef = (value: unknown): value is { ref: string } =>
  typeof value === 'object' && value !== null && 'ref' in value && isText(value.ref)

/** What each kind of field takes from a request. A missing or empty value is another question. */
const checks: Record<Kind, Check> = {
  text: textual,
  multiline: textual,
  password: textual,
  email: (value, field) => textual(value, field) ?? (address.test(String(value)) ? undefined : 'invalid'),
  boolean: value => (typeof value === 'boolean' ? undefined : 'invalid'),
  integer: whole,
  date: value => (isText(value) && !Number.isNaN(Date.parse(value)) ? undefined : 'invalid'),
  choice: (value, { options }) => (isText(value) && options?.includes(value) ? undefined : 'unknown_option'),
  link: (value, { target }) =>
    hasRef(value) && value.ref.startsWith(`${target}/`) ? undefined : 'unknown_record',
  file: value => (hasRef(value) ? undefined : 'invalid'),
  tags: value =>
    Array.isArray(value) && value.length <= MAX_TAGS && value.every(tag => isText(tag) && tag.length <= 60)
      ? undefined
      : 'invalid',
  json: () => undefined,
}

/** Why this value cannot be the field's; nothing if it can. Null empties any field. */
export const checkValue = (value: unknown, field: Field): FieldCode | undefined =>
  value === null ? undefined : checks[field.kind](value, field)

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value)

/** The value as it is kept: trimmed, an address in lower case, blank text as nothing, each tag once. */
export const normalise = (value: unknown, field: Field): unknown => {
  if (field.kind === 'email') return typeof value === 'string' ? value.trim().toLowerCase() || null : value
  if (field.kind === 'tags' && Array.isArray(value))
    return [...new Set(value.map(trimmed).filter(tag => tag !== null))]
  if (field.kind === 'tags') return value ?? []
  if (field.kind === 'boolean') return value ?? false
  if (field.kind === 'choice') return value === '' ? null : value
  return ['text', 'multiline'].includes(field.kind) ? trimmed(value) : value
}
