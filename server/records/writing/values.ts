import { normalAddress } from '~/model/addresses'
import { readDate } from '~/model/dates'
import type { Field, Kind } from '~/model/fields'
import { normalName } from '~/model/names'
import { refIn } from '~/model/refs'
import { isStorableText } from '~/model/request-text'
import { isRichText } from '~/model/rich-text'
import { isSanitisable, MAX_TAG, MAX_TAGS, MAX_TEXT } from '~/server/records/schemas/field-schemas'
import { sanitise } from './sanitise'

/** Checks the shape of a link: the reference is a text, whatever record it names. */
export const hasRef = (value: unknown): value is { ref: string } => {
  const ref = refIn(value)
  return ref !== undefined && isStorableText(ref)
}

/**
 * Text that is far beyond the maximum of its field: validation will reject it, so that nothing else may spend time on it.
 * Normalization shortens text, by blanks around line breaks for example: hence twice the maximum.
 */
const isFarTooLong = (text: string, max: number = MAX_TEXT) => text.length > 2 * max

const trim = (value: unknown, max?: number) => {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return isFarTooLong(text, max) ? value : text || null
}

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/

/** Joins lines into one, as a single-line input does with pasted text, and removes what is not seen. */
const joinLines = (value: unknown, max?: number) => {
  const text = trim(value, max)
  if (typeof text !== 'string' || isFarTooLong(text, max)) return text
  const lines = normalName(text)
    .split(lineBreak)
    .map(line => line.trim())
  return lines.filter(line => line !== '').join(' ') || null
}

/** Trims tags and removes duplicates and blank ones; a list that is too long is left to validation. */
const normaliseTags = (tags: readonly unknown[]) =>
  tags.length > 2 * MAX_TAGS
    ? tags
    : [...new Set(tags.map(tag => joinLines(tag, MAX_TAG)).filter(tag => tag !== null))]

/** Sanitizes rich text, unless validation will reject a language as too long. */
const sanitiseWithin = (value: unknown, field: Field) => {
  if (!isRichText(value)) return value
  const isTooLong = Object.values(value).some(html => html && !isSanitisable(html, field))
  return isTooLong ? value : sanitise(value, field.toolbar ?? 'minimal')
}

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
  text: (value, { max }) => joinLines(value, max),
  multiline: (value, { max }) => trim(value, max),
  email: (value, { max }) => {
    const address = trim(value, max)
    return typeof address === 'string' && !isFarTooLong(address, max) ? normalAddress(address) : address
  },
  tags: value => (Array.isArray(value) ? normaliseTags(value) : (value ?? [])),
  links: value => (Array.isArray(value) ? linksOnce(value) : (value ?? [])),
  boolean: value => value ?? false,
  // A date without time is midnight UTC, whatever the time zone of the database.
  date: value => (typeof value === 'string' ? (readDate(value)?.toISOString() ?? value) : value),
  choice: value => (value === '' ? null : value),
  rich: sanitiseWithin,
}

/** The value as stored: trimmed, on one line unless the field has more, e-mail in lower case, blank text null, tags unique, markup sanitized. */
export const normalise = (value: unknown, field: Field): unknown => {
  const normal = normals[field.kind]
  return normal ? normal(value, field) : value
}
