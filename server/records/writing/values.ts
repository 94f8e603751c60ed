import { readDate } from '~/model/dates'
import type { FieldCode } from '~/model/errors'
import type { Field, Kind } from '~/model/fields'
import { isRefTo } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { isStorableText } from '~/model/request-text'
import { isRichText } from '~/model/rich-text'
import { sanitise } from './sanitise'

const MAX_TAGS = 50
const MAX_LINKS = 1000
/** Maximum UTF-16 length of a JSON value, unless its field declares another. */
const MAX_JSON = 10_000
/** Maximum length of a reference; longer than any real one. */
const MAX_REF = 200

type Check = (value: unknown, field: Field) => FieldCode | undefined

const lengthCode = (value: string, { min, max }: Field): FieldCode | undefined => {
  if (min !== undefined && value.length < min) return 'too_short'
  return max !== undefined && value.length > max ? 'too_long' : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && isStorableText(value)

const textual: Check = (value, field) => (isText(value) ? lengthCode(value, field) : 'invalid')

const address = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/

const finite: Check = (value, { min, max }) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'invalid'
  if (min !== undefined && value < min) return 'too_small'
  return max !== undefined && value > max ? 'too_large' : undefined
}

const whole: Check = (value, field) => (Number.isSafeInteger(value) ? finite(value, field) : 'invalid')

/** Checks the shape of a link: the reference is a text, whatever record it names. */
export const hasRef = (value: unknown): value is { ref: string } =>
  typeof value === 'object' &&
  value !== null &&
  'ref' in value &&
  isText(value.ref) &&
  value.ref.length <= MAX_REF

const linksTo: Check = (value, { target }) =>
  hasRef(value) && isRefTo(resourceOf(target ?? ''), value.ref) ? undefined : 'unknown_record'

const richText: Check = (value, field) =>
  isRichText(value) ? Object.values(value).map(html => lengthCode(html ?? '', field))[0] : 'invalid'

/** The accepted values of each kind of field. Missing and empty values are checked elsewhere. */
const checks: Record<Kind, Check> = {
  text: textual,
  multiline: textual,
  password: textual,
  email: (value, field) => textual(value, field) ?? (address.test(String(value)) ? undefined : 'invalid'),
  boolean: value => (typeof value === 'boolean' ? undefined : 'invalid'),
  integer: whole,
  number: finite,
  date: value => (isText(value) && readDate(value) ? undefined : 'invalid'),
  choice: (value, { options }) => (isText(value) && options?.includes(value) ? undefined : 'unknown_option'),
  link: linksTo,
  links: (value, field) => {
    if (!Array.isArray(value) || value.length > MAX_LINKS) return 'invalid'
    return value.map(each => linksTo(each, field)).find(code => code !== undefined)
  },
  rich: richText,
  file: value => (hasRef(value) ? undefined : 'invalid'),
  thumbnail: textual,
  tags: value =>
    Array.isArray(value) && value.length <= MAX_TAGS && value.every(tag => isText(tag) && tag.length <= 60)
      ? undefined
      : 'invalid',
  json: (value, { max = MAX_JSON }) => (JSON.stringify(value).length > max ? 'too_large' : undefined),
}

/** The error code for an invalid value; undefined if valid. Null is valid for any field and empties it. */
export const checkValue = (value: unknown, field: Field): FieldCode | undefined =>
  value === null ? undefined : checks[field.kind](value, field)

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value)

/** Removes duplicate links, given as `{ref}` or as the reference alone. */
const linksOnce = (values: readonly unknown[]) => [
  ...new Map(
    values
      .map(value => (typeof value === 'string' ? { ref: value } : value))
      .map(link => [hasRef(link) ? link.ref : link, link]),
  ).values(),
]

type Normal = (value: unknown, field: Field) => unknown

const normals: { readonly [K in Kind]?: Normal } = {
  text: trimmed,
  multiline: trimmed,
  email: value => (typeof value === 'string' ? value.trim().toLowerCase() || null : value),
  tags: value =>
    Array.isArray(value) ? [...new Set(value.map(trimmed).filter(tag => tag !== null))] : (value ?? []),
  links: value => (Array.isArray(value) ? linksOnce(value) : (value ?? [])),
  boolean: value => value ?? false,
  // A date without time is midnight UTC, whatever the time zone of the database.
  date: value => (typeof value === 'string' ? (readDate(value)?.toISOString() ?? value) : value),
  choice: value => (value === '' ? null : value),
  rich: (value, { toolbar = 'minimal' }) => (isRichText(value) ? sanitise(value, toolbar) : value),
}

/** The value as stored: trimmed, e-mail in lower case, blank text null, tags unique, markup sanitized. */
export const normalise = (value: unknown, field: Field): unknown => {
  const normal = normals[field.kind]
  return normal ? normal(value, field) : value
}
