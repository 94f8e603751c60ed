import { readDate } from '~/model/dates'
import type { Field, Kind } from '~/model/fields'
import { refIn } from '~/model/refs'
import { isStorableText } from '~/model/request-text'
import { isRichText } from '~/model/rich-text'
import { sanitise } from './sanitise'

/** Checks the shape of a link: the reference is a text, whatever record it names. */
export const hasRef = (value: unknown): value is { ref: string } => {
  const ref = refIn(value)
  return ref !== undefined && isStorableText(ref)
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value)

const lineBreaks = /\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g

/** One line, as an input of one line makes it of what is pasted: names stand in lists, subjects and file names. */
const oneLine = (value: unknown) =>
  trimmed(typeof value === 'string' ? value.trim().replace(lineBreaks, ' ') : value)

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
  text: oneLine,
  multiline: trimmed,
  email: value => (typeof value === 'string' ? value.trim().toLowerCase() || null : value),
  tags: value =>
    Array.isArray(value) ? [...new Set(value.map(oneLine).filter(tag => tag !== null))] : (value ?? []),
  links: value => (Array.isArray(value) ? linksOnce(value) : (value ?? [])),
  boolean: value => value ?? false,
  // A date without time is midnight UTC, whatever the time zone of the database.
  date: value => (typeof value === 'string' ? (readDate(value)?.toISOString() ?? value) : value),
  choice: value => (value === '' ? null : value),
  rich: (value, { toolbar = 'minimal' }) => (isRichText(value) ? sanitise(value, toolbar) : value),
}

/** The value as stored: trimmed, on one line unless the field has more, e-mail in lower case, blank text null, tags unique, markup sanitized. */
export const normalise = (value: unknown, field: Field): unknown => {
  const normal = normals[field.kind]
  return normal ? normal(value, field) : value
}
