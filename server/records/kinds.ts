import sanitizeHtml from 'sanitize-html'
import { z } from 'zod'
import { catalogues } from '~/i18n/catalogues'
import { emailAddress, normalAddress } from '~/model/addresses'
import { type FieldCode, isFieldCode } from '~/model/errors'
import { type Field, type Kind, type RichText, readDate, type Toolbar } from '~/model/fields'
import type { Role } from '~/model/grants'
import { type Language, languages } from '~/model/languages'
import type { TemplateAction } from '~/model/mail/mail-templates'
import { oncePer } from '~/model/objects'
import { pictureSide } from '~/model/pictures'
import { isRefTo, refIn, refOf, refsIn, refTo, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import type { SecurityEventKind } from '~/model/resources/security-events'
import { allowedSchemes, allowedTags, isRichText } from '~/model/rich-text'
import { isStorableText, normalName } from '~/model/text'
import type { VideoReason } from '~/model/video/processing-states'
import { link } from '~/server/platform/http/route-schemas'

/** The localized name of a role. */
export const roleLabel = (role: Role, lang: Language) => catalogues[lang].texts.roles[role]

export const languageLabel = (code: Language, lang: Language) => catalogues[lang].texts.languages[code]

export const templateActionLabel = (action: TemplateAction, lang: Language) =>
  catalogues[lang].texts.resources.templates.choices.action[action]

export const securityEventLabel = (event: SecurityEventKind, lang: Language) =>
  catalogues[lang].texts.resources.security_events.choices.event[event]

/** The product name in e-mails. */
export const productName = catalogues.en.texts.app.name

/** The localized reason for a video failure. */
export const reasonText = (code: VideoReason, lang: Language) => catalogues[lang].texts.reasons[code]

/** Has the length of a record's uid. */
export const EXAMPLE_UID = 'k3VxQ0aYw7TnB2mZr9Lc'

const linkExample = ({ target = '' }: Field) => ({ ref: refTo(resourceOf(target), EXAMPLE_UID, EXAMPLE_UID) })

const between = (value: number, { min = value, max = value }: Field) => Math.min(Math.max(value, min), max)

const textExample = ({ max }: Field) => 'Harbour'.slice(0, max)

const MAX_TAGS = 50
const MAX_TAG = 60
const MAX_LINKS = 1000
/** Maximum UTF-16 length of a JSON value, unless its field declares another. */
const MAX_JSON = 10_000
/** Maximum length of a reference; longer than any real one. */
const MAX_REF = 200
/** Maximum length of a text whose field declares no other. */
export const MAX_TEXT = 200
/** Maximum number of tags in one language of rich text: sanitizing nested tags is the most expensive. */
const MAX_MARKUP = 4000
/** Maximum length of an ISO 8601 date with time and offset. */
const MAX_DATE = 40

/** The message of an issue is its code. */
const code = <C extends FieldCode>(name: C) => name

/** Text of at most `max` UTF-16 units. A longer one aborts the validation: no further check reads it. */
const storable = (max: number, wrong: FieldCode, tooLong: FieldCode = wrong) =>
  z.string(wrong).max(max, { error: tooLong, abort: true }).refine(isStorableText, wrong)

const limitedText = ({ min, max = MAX_TEXT }: Pick<Field, 'min' | 'max'>) => {
  const text = storable(max, 'invalid', 'too_long')
  return min === undefined ? text : text.min(min, code('too_short'))
}

const limitedNumber = (number: z.ZodNumber, { min, max }: Field) => {
  const atLeast = min === undefined ? number : number.min(min, code('too_small'))
  return max === undefined ? atLeast : atLeast.max(max, code('too_large'))
}

const dateTime = (text: z.ZodString) => text.meta({ format: 'date-time' })

const refSchema = ({ target = '' }: Field) =>
  z
    .object({ ref: storable(MAX_REF, 'unknown_record') }, { error: code('unknown_record') })
    .refine(({ ref }) => isRefTo(resourceOf(target), ref), 'unknown_record')

/** Whether this markup may be sanitized. Longer or more deeply nested markup would keep the server busy. */
const isSanitisable = (html: string, { max = MAX_TEXT }: Pick<Field, 'max'>) =>
  html.length <= max && html.split('<', MAX_MARKUP + 2).length <= MAX_MARKUP + 1

/** One text per language; the limits apply to each. */
const textsByLanguage = (text: z.ZodType) =>
  z.strictObject(Object.fromEntries(languages.map(lang => [lang, text.nullish()])), code('invalid'))

const choiceOf = ({ options = [] }: Field) => z.enum([...options], code('unknown_option'))

/** The descriptor of a stored file (decisions §8, §12). */
export const fileDescriptor = z
  .object({
    bucket: z.string(),
    ref: z.string(),
    contentType: z.string(),
    size: z.number(),
    label: z.string(),
    md5Hash: z.string(),
    tempPath: z.string(),
  })
  .meta({ id: 'File' })

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

/** Checks the shape of a link: the reference is a text, which may name any record. */
export const hasRef = (value: unknown): value is { ref: string } => {
  const ref = refIn(value)
  return ref !== undefined && isStorableText(ref)
}

/**
 * Whether a text is far beyond the maximum of its field: validation will reject it, so that nothing else may spend time on
 * it. Twice the maximum, since normalization shortens text, by blanks around line breaks for example.
 */
const isFarTooLong = (text: string, max: number = MAX_TEXT) => text.length > 2 * max

const trim = (value: unknown, max?: number) => {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return isFarTooLong(text, max) ? value : text || null
}

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/

/** Joins lines into one, as a single-line input does with pasted text, and removes invisible characters. */
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

/** Removes duplicates and sorts as the options; those that are no option come first. */
const inOrder = (values: readonly unknown[], options: readonly unknown[]) =>
  [...new Set(values)].sort((one, other) => options.indexOf(one) - options.indexOf(other))

/** Removes duplicate links, given as `{ref}` or as the reference alone. */
const linksOnce = (values: readonly unknown[]) => [
  ...new Map(
    values
      .map(value => (typeof value === 'string' ? { ref: value } : value))
      .map(link => [hasRef(link) ? link.ref : link, link]),
  ).values(),
]

const normaliseEmail = (value: unknown, { max }: Field) => {
  const address = trim(value, max)
  return typeof address === 'string' && !isFarTooLong(address, max) ? normalAddress(address) : address
}

/** Server side of a kind of field. */
type ServerKind = {
  /** The type of its column; absent: the value is not in the table of its resource. */
  readonly column?: string
  /** Type by which a list is sorted, and the substitute for an empty value; absent: as text. */
  readonly sort?: { readonly type: string; readonly empty: string }
  /** Sorted without regard to case and accents. */
  readonly isFolded?: true
  /** The value as it is written to the column; absent: as it is. */
  readonly toColumn?: (value: unknown) => unknown
  /** The column has a list, which is never null. */
  readonly isList?: true
  /** The value as stored, from the value as sent; absent: as it is. */
  readonly normalise?: (value: unknown, field: Field) => unknown
  /** Schema of a written value, after normalization. */
  readonly written: (field: Field) => z.ZodType
  /** Schema of a returned value. */
  readonly read: (field: Field) => z.ZodType
  /** A value that may be written, for the description of the API. */
  readonly example: (field: Field) => unknown
}

const string = () => z.string()

/** A text that no other kind describes better. */
const plainText = {
  column: 'text collate "C"',
  written: limitedText,
  read: string,
  example: textExample,
} as const

/** The kinds of fields on the server: their columns, validation, normalization and description. */
const kinds: { readonly [K in Kind]: ServerKind } = {
  text: { ...plainText, isFolded: true, normalise: (value, { max }) => joinLines(value, max) },
  multiline: {
    ...plainText,
    column: 'text',
    isFolded: true,
    normalise: (value, { max }) => trim(value, max),
  },
  email: {
    ...plainText,
    isFolded: true,
    normalise: normaliseEmail,
    written: field => limitedText(field).regex(emailAddress, code('invalid')),
    example: () => 'grace@museum.example',
  },
  password: { written: limitedText, read: string, example: () => 'a long sentence of mine' },
  thumbnail: {
    ...plainText,
    read: () => z.string().meta({ description: 'A signed link to a small WebP image' }),
  },
  picture: {
    column: 'text collate "C"',
    // The link as it was read: the picture stays as it is.
    normalise: value => (typeof value === 'string' ? undefined : value),
    written: () => z.looseObject({ ref: storable(MAX_REF, 'invalid') }, code('invalid')),
    read: () =>
      z
        .string()
        .meta({ description: `A signed link to a square WebP image of at most ${pictureSide} pixels` }),
    example: () => ({ ref: refOf('files', EXAMPLE_UID) }),
  },
  boolean: {
    column: 'boolean not null default false',
    normalise: value => value ?? false,
    written: () => z.boolean(code('invalid')),
    read: () => z.boolean(),
    example: () => true,
  },
  integer: {
    column: 'bigint',
    sort: { type: 'bigint', empty: '-9223372036854775808' },
    written: field => limitedNumber(z.int(code('invalid')), field),
    read: () => z.int(),
    example: field => between(1, field),
  },
  number: {
    column: 'double precision',
    sort: { type: 'double precision', empty: `'-infinity'::float8` },
    written: field => limitedNumber(z.number(code('invalid')), field),
    read: () => z.number(),
    example: field => between(1, field),
  },
  date: {
    column: 'timestamptz',
    sort: { type: 'timestamptz', empty: `'-infinity'::timestamptz` },
    // A date without time is midnight UTC, regardless of the database's time zone.
    normalise: value => (typeof value === 'string' ? (readDate(value)?.toISOString() ?? value) : value),
    written: () =>
      dateTime(storable(MAX_DATE, 'invalid').refine(text => readDate(text) !== undefined, code('invalid'))),
    read: () => dateTime(z.string()),
    example: () => '2027-01-31T12:00:00.000Z',
  },
  choice: {
    column: 'text collate "C"',
    normalise: value => (value === '' ? null : value),
    written: choiceOf,
    read: choiceOf,
    example: ({ options = [] }) => options[0],
  },
  choices: {
    column: "text[] not null default '{}'",
    isList: true,
    normalise: (value, { options = [] }) => (Array.isArray(value) ? inOrder(value, options) : (value ?? [])),
    written: field => z.array(choiceOf(field), code('invalid')),
    read: field => z.array(choiceOf(field)),
    example: ({ options = [] }) => options.slice(0, 1),
  },
  link: {
    column: 'text collate "C"',
    toColumn: value => uidOf(refIn(value) ?? ''),
    written: refSchema,
    read: () => link,
    example: linkExample,
  },
  links: {
    column: "text[] not null default '{}'",
    isList: true,
    toColumn: value => refsIn(value).map(uidOf),
    normalise: value => (Array.isArray(value) ? linksOnce(value) : (value ?? [])),
    written: field => z.array(refSchema(field), code('invalid')).max(MAX_LINKS, code('invalid')),
    read: () => z.array(link),
    example: field => [linkExample(field)],
  },
  tags: {
    column: "text[] not null default '{}'",
    isList: true,
    normalise: value => (Array.isArray(value) ? normaliseTags(value) : (value ?? [])),
    written: () => z.array(storable(MAX_TAG, 'invalid'), code('invalid')).max(MAX_TAGS, code('invalid')),
    read: () => z.array(z.string()),
    example: () => ['harbour'],
  },
  rich: {
    column: 'jsonb',
    toColumn: value => JSON.stringify(value),
    normalise: sanitiseWithin,
    written: field =>
      textsByLanguage(limitedText(field).refine(html => isSanitisable(html, field), code('too_long'))),
    read: () => textsByLanguage(z.string()),
    example: () => Object.fromEntries(languages.map(lang => [lang, '<p>Harbour</p>'])),
  },
  file: {
    column: 'jsonb',
    toColumn: value => JSON.stringify(value),
    written: () => z.looseObject({ ref: storable(MAX_REF, 'invalid') }, code('invalid')),
    read: () => fileDescriptor,
    example: () => ({ ref: refOf('files', EXAMPLE_UID) }),
  },
  json: {
    column: 'jsonb',
    toColumn: value => JSON.stringify(value),
    written: ({ max = MAX_JSON }) =>
      z.unknown().refine(value => JSON.stringify(value).length <= max, code('too_large')),
    read: () => z.unknown(),
    example: () => ({}),
  },
}

/** The type of a field's column; undefined for passwords, which the identity tables hold. */
export const columnTypeOf = ({ kind }: Field) => kinds[kind].column

/** Sort expression of a field. */
export const sortOf = ({ kind }: Field) => ({
  isFolded: kinds[kind].isFolded === true,
  ...(kinds[kind].sort ?? { type: 'text collate "C"', empty: `''` }),
})

/** The value of a field as its column has it. */
export const toColumn = (value: unknown, { kind }: Field): unknown => {
  const { isList, toColumn: convert } = kinds[kind]
  if (value === null || value === undefined) return isList ? [] : null
  return convert ? convert(value) : value
}

/** The value as stored: trimmed, on one line unless the field has more, e-mail in lower case, blank text null, tags unique, markup sanitized. */
export const normalise = (value: unknown, field: Field): unknown => {
  const { normalise: convert } = kinds[field.kind]
  return convert ? convert(value, field) : value
}

/** A value that may be written to a field, for the description of the API. */
export const exampleOf = (field: Field): unknown =>
  field.example ?? field.default ?? kinds[field.kind].example(field)

/** Schema of a value that may be written to a field, other than null. The message of each issue is a `FieldCode`. */
export const writtenSchema = oncePer((field: Field) => kinds[field.kind].written(field))

/** A field in a response: null if it is empty; a list of links is never null. */
export const readSchema = (field: Field): z.ZodType => {
  const schema = kinds[field.kind].read(field)
  const isNeverNull = field.kind === 'links' || (field.required === true && !field.nullable)
  return isNeverNull ? schema : schema.nullable()
}

/** The code of the first issue. */
const codeOfIssues = ([issue]: readonly z.core.$ZodIssue[]): FieldCode =>
  issue && isFieldCode(issue.message) ? issue.message : 'invalid'

/** The error code for an invalid value; undefined if valid. Null is valid for any field and empties it. */
export const checkValue = (value: unknown, field: Field): FieldCode | undefined => {
  if (value === null) return undefined
  const { error } = writtenSchema(field).safeParse(value)
  return error && codeOfIssues(error.issues)
}
