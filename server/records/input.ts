import sanitizeHtml from 'sanitize-html'
import { isDisabledNow, isEmpty, isRequiredIn, ownerOf, writableFields } from '~/model/access'
import { normalAddress } from '~/model/addresses'
import { readDate } from '~/model/dates'
import type { Resource } from '~/model/define'
import { ApiError, type FieldCode, invalidFields } from '~/model/errors'
import type { Field, Kind, RichText, Toolbar } from '~/model/fields'
import { isObject } from '~/model/objects'
import { refIn } from '~/model/refs'
import { isStorableText } from '~/model/request-text'
import { allowedSchemes, allowedTags, isRichText } from '~/model/rich-text'
import { normalName } from '~/model/text'
import { type Flat, flatten } from '~/server/platform/database/tables'
import type { Context, Values } from './context'
import { checkValue, isSanitisable, MAX_TAG, MAX_TAGS, MAX_TEXT } from './schemas'

const align = { 'text-align': [/^(left|right|center|justify)$/] }

const optionsFor = (toolbar: Toolbar): sanitizeHtml.IOptions => ({
  allowedTags: [...allowedTags[toolbar]],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    ...(toolbar === 'full' && { p: ['style'], h1: ['style'], h2: ['style'], h3: ['style'] }),
  },
  allowedStyles: { '*': align },
  allowedSchemes: [...allowedSchemes],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
})

/** True if sanitized markup, in which `<` and `>` only delimit tags, contains no visible text. */
const isBlank = (html: string) => html.replace(/<[^<>]*>|&nbsp;|\s/g, '') === ''

/** Removes all HTML that the language's toolbar cannot produce, and drops languages without text. */
const sanitise = (value: RichText, toolbar: Toolbar): RichText | null => {
  const panes = Object.entries(value).flatMap(([lang, html]) => {
    const clean = sanitizeHtml(html ?? '', optionsFor(toolbar)).trim()
    return isBlank(clean) ? [] : [[lang, clean] as const]
  })
  return panes.length > 0 ? Object.fromEntries(panes) : null
}

/** Checks the shape of a link: the reference is a text, whatever record it names. */
const hasRef = (value: unknown): value is { ref: string } => {
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

type Mode = 'create' | 'update'

const forbidden = (fields: readonly string[]) =>
  new ApiError('forbidden_fields', `Not yours to write: ${fields.join(', ')}`, {
    params: { fields: fields.join(', ') },
  })

const unknown = (fields: readonly string[]) =>
  new ApiError('unknown_field', `Unknown fields: ${fields.join(', ')}`, {
    params: { field: fields.join(', ') },
  })

const pick = (from: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.filter(key => Object.hasOwn(from, key)).map(key => [key, from[key]]))

/** Keys sent with a record that are not fields: its id, and the version that the edit is based on. */
const envelope = ['uid', 'id', 'updatedAt']

/**
 * The body by field path. Rejects the whole body if it holds a field that is unknown, read-only or not
 * writable for the actor.
 * @param extras keys that the resource's hooks accept besides its fields
 * @throws ApiError 400 invalid_body, unknown_field; 403 forbidden_fields
 */
export const readBody = (
  resource: Resource,
  mode: Mode,
  context: Context,
  body: unknown,
  extras: readonly string[],
  before?: Flat,
): { values: Values; extras: Values } => {
  if (!isObject(body)) throw new ApiError('invalid_body', 'The body must be a JSON object')
  const flat = flatten(body, Object.keys(resource.fields))
  const keys = Object.keys(flat).filter(key => !extras.includes(key) && !envelope.includes(key))
  const strange = keys.filter(key => !Object.hasOwn(resource.fields, key))
  if (strange.length > 0) throw unknown(strange)
  const allowed = new Set(writableFields(resource, mode, context.actor, before))
  const refused = keys.filter(key => !allowed.has(key))
  if (refused.length > 0) throw forbidden(refused)
  const values = Object.fromEntries(keys.map(key => [key, clean(resource, key, flat[key])]))
  refuseBrokenLinks(resource, values)
  return { values, extras: pick(flat, extras) }
}

/** Checks links before other values, because they determine the record's owner. @throws ApiError 422 */
const refuseBrokenLinks = ({ fields }: Resource, values: Values) => {
  const broken = Object.keys(values).filter(
    key => fields[key]?.kind === 'link' && values[key] !== null && !hasRef(values[key]),
  )
  if (broken.length > 0) throw invalidFields(Object.fromEntries(broken.map(key => [key, 'unknown_record'])))
}

const clean = (resource: Resource, key: string, value: unknown) => {
  const field = resource.fields[key]
  return field ? normalise(value, field) : value
}

/** Adds the declared defaults, and the actor's company if the record names none. */
export const withDefaults = (resource: Resource, context: Context, values: Values): Values => {
  const filled: Values = { ...values }
  for (const [key, field] of Object.entries(resource.fields))
    if (filled[key] === undefined && field.default !== undefined) filled[key] = field.default
  const { company } = resource
  if (company && company !== 'uid' && isEmpty(filled[company]) && context.actor.company)
    filled[company] = { ref: `companies/${context.actor.company}` }
  if (resource.states && filled[resource.states.field] === undefined)
    filled[resource.states.field] = resource.states.initial
  if (resource.fields.createdBy?.readOnly) filled.createdBy = { ref: `users/${context.actor.uid}` }
  return filled
}

/** A field that is required at creation can be replaced, not emptied; an empty password means no change. */
const isEmptied = ({ required, kind }: Field, key: string, changed: Values) =>
  required === 'create' && kind !== 'password' && key in changed

const codeFor = (
  resource: Resource,
  mode: Mode,
  key: string,
  changed: Values,
  whole: Values,
): FieldCode | undefined => {
  const field = resource.fields[key]
  if (!field) return undefined
  const value = changed[key]
  const isTouched = mode === 'create' || key in changed || (field.requiredUnless ?? key) in changed
  if (
    isTouched &&
    isEmpty(whole[key]) &&
    (isRequiredIn(field, mode, whole) || isEmptied(field, key, changed))
  )
    return 'required'
  if (value === undefined) return undefined
  const code = checkValue(value, field)
  if (code) return code
  // A checkbox with `enabledBy` may be set only while that field is true.
  return field.enabledBy && field.kind === 'boolean' && value === true && whole[field.enabledBy] !== true
    ? 'needs'
    : undefined
}

/**
 * Checks every value; `before` is the current record on update.
 * @throws ApiError 422 validation with a code per field
 */
export const checkValues = (resource: Resource, mode: Mode, changed: Values, before?: Flat) => {
  const whole = { ...before, ...changed }
  const codes = Object.keys(resource.fields).flatMap(key => {
    const code = codeFor(resource, mode, key, changed, whole)
    return code ? [[key, code] as const] : []
  })
  if (codes.length > 0) throw invalidFields(Object.fromEntries(codes))
}

/** @throws ApiError 409 `state` for a field that is disabled in the record's current state */
export const refuseDisabled = (resource: Resource, before: Flat, changes: Values) => {
  const shut = Object.keys(changes).filter(key => {
    const field = resource.fields[key]
    return field !== undefined && isDisabledNow(resource, field, before)
  })
  const [first] = shut
  if (first === undefined) return
  throw new ApiError(
    'state',
    `${shut.join(', ')} can be changed only while ${resource.fields[first]?.when?.join(' or ')}`,
    {
      fields: Object.fromEntries(shut.map(key => [key, 'not_now' as const])),
      params: { from: String(before[resource.states?.field ?? '']), to: shut.join(', ') },
    },
  )
}

/** The owner of the record after the change: new values over current ones. The role is checked elsewhere. */
export const futureOwner = (
  resource: Resource,
  uid: string | null,
  before: Values | undefined,
  changed: Values,
) => ({ ...ownerOf(resource, { ...before, ...changed, uid }), role: null })
