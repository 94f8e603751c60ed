import { z } from 'zod'
import { emailAddress } from '~/model/addresses'
import { readDate } from '~/model/dates'
import { type FieldCode, isFieldCode } from '~/model/errors'
import type { Field, Kind } from '~/model/fields'
import { languages } from '~/model/languages'
import { oncePer } from '~/model/once-per'
import { isRefTo } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { isStorableText } from '~/model/request-text'
import { link } from '~/server/platform/http/route-schemas'

export const MAX_TAGS = 50
export const MAX_TAG = 60
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

const refTo = ({ target = '' }: Field) =>
  z
    .object({ ref: storable(MAX_REF, 'unknown_record') }, { error: code('unknown_record') })
    .refine(({ ref }) => isRefTo(resourceOf(target), ref), 'unknown_record')

/** May this markup be sanitized? Longer or more deeply nested markup would keep the server busy. */
export const isSanitisable = (html: string, { max = MAX_TEXT }: Pick<Field, 'max'>) =>
  html.length <= max && html.split('<', MAX_MARKUP + 2).length <= MAX_MARKUP + 1

/** One text per language; the limits apply to each. */
const textsByLanguage = (text: z.ZodType) =>
  z.strictObject(Object.fromEntries(languages.map(lang => [lang, text.nullish()])), code('invalid'))

const choiceOf = ({ options = [] }: Field) => z.enum([...options], code('unknown_option'))

/** What may be written to each kind of field, after normalization. */
const written: { readonly [K in Kind]: (field: Field) => z.ZodType } = {
  text: limitedText,
  multiline: limitedText,
  password: limitedText,
  email: field => limitedText(field).regex(emailAddress, code('invalid')),
  boolean: () => z.boolean(code('invalid')),
  integer: field => limitedNumber(z.int(code('invalid')), field),
  number: field => limitedNumber(z.number(code('invalid')), field),
  date: () =>
    dateTime(storable(MAX_DATE, 'invalid').refine(text => readDate(text) !== undefined, code('invalid'))),
  choice: choiceOf,
  link: refTo,
  links: field => z.array(refTo(field), code('invalid')).max(MAX_LINKS, code('invalid')),
  rich: field =>
    textsByLanguage(limitedText(field).refine(html => isSanitisable(html, field), code('too_long'))),
  file: () => z.looseObject({ ref: storable(MAX_REF, 'invalid') }, code('invalid')),
  thumbnail: limitedText,
  tags: () => z.array(storable(MAX_TAG, 'invalid'), code('invalid')).max(MAX_TAGS, code('invalid')),
  json: ({ max = MAX_JSON }) =>
    z.unknown().refine(value => JSON.stringify(value).length <= max, code('too_large')),
}

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

const string = () => z.string()

/** What each kind of field is when read. */
const read: { readonly [K in Kind]: (field: Field) => z.ZodType } = {
  text: string,
  multiline: string,
  password: string,
  email: string,
  boolean: () => z.boolean(),
  integer: () => z.int(),
  number: () => z.number(),
  date: () => dateTime(z.string()),
  choice: choiceOf,
  link: () => link,
  links: () => z.array(link),
  rich: () => textsByLanguage(z.string()),
  file: () => fileDescriptor,
  thumbnail: () => z.string().meta({ description: 'A signed link to a small WebP image' }),
  tags: () => z.array(z.string()),
  json: () => z.unknown(),
}

/** What may be written to a field, besides null: the message of each issue is a `FieldCode`. */
export const writtenSchema = oncePer((field: Field) => written[field.kind](field))

/** A field in a response: null if it is empty; a list of links is never null. */
export const readSchema = (field: Field): z.ZodType => {
  const schema = read[field.kind](field)
  const isNeverNull = field.kind === 'links' || (field.required === true && !field.nullable)
  return isNeverNull ? schema : schema.nullable()
}

/** The code of the first issue. */
export const codeOfIssues = ([issue]: readonly z.core.$ZodIssue[]): FieldCode =>
  issue && isFieldCode(issue.message) ? issue.message : 'invalid'

/** The error code for an invalid value; undefined if valid. Null is valid for any field and empties it. */
export const checkValue = (value: unknown, field: Field): FieldCode | undefined => {
  if (value === null) return undefined
  const { error } = writtenSchema(field).safeParse(value)
  return error && codeOfIssues(error.issues)
}
