import { z } from 'zod'
import { isRequired } from '~/model/access'
import { emailAddress } from '~/model/addresses'
import { readDate } from '~/model/dates'
import type { Resource } from '~/model/define'
import { type FieldCode, invalidFields, isFieldCode } from '~/model/errors'
import type { Field, Kind } from '~/model/fields'
import { languages } from '~/model/languages'
import { DEFAULT_BATCH, MAX_BATCH, operators } from '~/model/lists/query'
import { asObject } from '~/model/objects'
import { oncePer } from '~/model/once-per'
import { isRefTo, refOf, refTo } from '~/model/refs'
import { registry, resourceOf } from '~/model/registry'
import { isStorableText } from '~/model/request-text'
import { link, listOf, textUpTo } from '~/server/platform/http/route-schemas'

/** As long as a record's uid is. */
export const EXAMPLE_UID = 'k3VxQ0aYw7TnB2mZr9Lc'

const linkExample = ({ target = '' }: Field) => ({ ref: refTo(resourceOf(target), EXAMPLE_UID, EXAMPLE_UID) })

const between = (value: number, { min = value, max = value }: Field) => Math.min(Math.max(value, min), max)

const textExample = ({ max }: Field) => 'Harbour'.slice(0, max)

/** What is written to each kind of field, as an example. */
const examples: { readonly [K in Kind]: (field: Field) => unknown } = {
  text: textExample,
  multiline: textExample,
  thumbnail: textExample,
  password: () => 'a long sentence of mine',
  email: () => 'grace@museum.example',
  boolean: () => true,
  integer: field => between(1, field),
  number: field => between(1, field),
  date: () => '2027-01-31T12:00:00.000Z',
  choice: ({ options = [] }) => options[0],
  link: linkExample,
  links: field => [linkExample(field)],
  rich: () => Object.fromEntries(languages.map(lang => [lang, '<p>Harbour</p>'])),
  file: () => ({ ref: refOf('files', EXAMPLE_UID) }),
  tags: () => ['harbour'],
  json: () => ({}),
}

/** A value that may be written to a field, for the description of the API. */
export const exampleOf = (field: Field): unknown =>
  field.example ?? field.default ?? examples[field.kind](field)

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

const refSchema = ({ target = '' }: Field) =>
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
  link: refSchema,
  links: field => z.array(refSchema(field), code('invalid')).max(MAX_LINKS, code('invalid')),
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
const writtenSchema = oncePer((field: Field) => written[field.kind](field))

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

type Shape = Record<string, z.ZodType>

const isOptional = (schema: z.ZodType) => schema instanceof z.ZodOptional

/** `{'users.total': …}` → `{users: {total: …}}`. An object is optional if all its members are. */
const nested = (flat: Readonly<Shape>): Shape => {
  const groups: Record<string, Shape> = {}
  const shape: Shape = {}
  for (const [path, schema] of Object.entries(flat)) {
    const dot = path.indexOf('.')
    if (dot < 0) shape[path] = schema
    else groups[path.slice(0, dot)] = { ...groups[path.slice(0, dot)], [path.slice(dot + 1)]: schema }
  }
  for (const [head, members] of Object.entries(groups)) {
    const object = z.object(members)
    shape[head] = Object.values(members).every(isOptional) ? object.optional() : object
  }
  return shape
}

/** A field that only some roles may read is missing for others. */
const readable = (field: Field) => (field.read ? readSchema(field).optional() : readSchema(field))

const described = (schema: z.ZodType, { target, write, when }: Field) => {
  const notes = [
    target && `A record of ${target}`,
    write && `Written by ${write.join(', ')}`,
    when && `While ${when.join(' or ')}`,
  ].filter(note => note)
  return notes.length > 0 ? schema.meta({ description: notes.join('. ') }) : schema
}

const isRead = ({ read, lazy }: Field) => read?.length !== 0 && !lazy

const shapeOf = ({ fields }: Resource, of: (key: string, field: Field) => z.ZodType | undefined): Shape =>
  nested(
    Object.fromEntries(
      Object.entries(fields).flatMap(([key, field]) => {
        const schema = of(key, field)
        return schema ? [[key, schema]] : []
      }),
    ),
  )

const recordOf = (resource: Resource) =>
  z.object({
    uid: z.string(),
    ...shapeOf(resource, (_key, field) => (isRead(field) ? described(readable(field), field) : undefined)),
    ...Object.fromEntries((resource.computed ?? []).map(key => [key, z.string().nullable()])),
  })

/** A value that the server fills in may be missing. */
const isFilledIn = ({ company, states }: Resource, key: string, field: Field) =>
  field.default !== undefined || key === company || key === states?.field

const bodyOf = (resource: Resource, mode: 'create' | 'update') =>
  z.object(
    shapeOf(resource, (key, field) => {
      if (field.readOnly || (mode === 'update' && field.immutable)) return undefined
      const schema = described(writtenSchema(field).nullable(), field).meta({ example: exampleOf(field) })
      const mustBeSent = mode === 'create' && isRequired(field, mode) && !isFilledIn(resource, key, field)
      return mustBeSent ? schema : schema.optional()
    }),
  )

/** The schemas of a resource's requests and responses, generated from its definition. */
export const schemasOf = oncePer((resource: Resource) => {
  const record = recordOf(resource)
  const isRegistered = Object.values<Resource>(registry).includes(resource)
  const schema = isRegistered ? record.meta({ id: resource.name }) : record
  return {
    /** A record as any role may see it. */
    record: schema,
    page: listOf(schema),
    create: bodyOf(resource, 'create'),
    update: bodyOf(resource, 'update').extend({
      updatedAt: textUpTo(40)
        .nullish()
        .meta({ description: 'The version that the edit is based on; 409 stale if there is a newer one' }),
    }),
  }
})

/** Maximum length of a parameter of a list. Node limits the whole address to 16 KiB. */
const MAX_PARAMETER = 16_384

const parameterText = textUpTo(MAX_PARAMETER).optional()

/** The query of a list, as `parseListQuery` reads it for a resource and a role. */
export const listQuery = z.object({
  offset: parameterText.meta({ description: 'Records to skip: a whole number; default 0', example: '0' }),
  batch: parameterText.meta({
    description: `Records to return: 1 to ${MAX_BATCH}; default ${DEFAULT_BATCH}`,
    example: '50',
  }),
  q: parameterText.meta({
    description: `A JSON object: field path to a value, a list of values, or {${operators.join(' | ')}: value}`,
    example: '{"createdAt":{"gte":"2027-01-01T00:00:00Z"}}',
  }),
  fsort: parameterText.meta({ description: 'Field path to sort by', example: 'createdAt' }),
  osort: parameterText.meta({ description: 'asc or desc', example: 'desc' }),
})

/** Days until a delayed removal. */
export const deletion = z
  .object({
    delay: z.int().min(0).optional().meta({ example: 7 }),
  })
  .nullish()

/** Maximum length of texts that a body holds besides the fields of its resource, such as the current password. */
const MAX_EXTRA = 2000

/** Texts at the top of a body that no field takes: nothing may trim, hash or search them. */
const longTexts = ({ fields }: Pick<Resource, 'fields'>, body: unknown) =>
  Object.entries(asObject(body)).flatMap(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    // Trimming may shorten what is written to a field.
    const most = field ? 2 * (field.max ?? MAX_TEXT) : MAX_EXTRA
    return typeof value === 'string' && value.length > most ? [[key, 'too_long' as const] as const] : []
  })

/**
 * For bodies that the writer of records validates with the same schemas, field by field: whether a field may be
 * written at all depends on the role and the record, and is decided first (403 before 422). Only lengths are checked here,
 * before hooks read the body.
 */
export const checkedByWriter = (resource: Pick<Resource, 'fields'>) => () => (value: unknown) => {
  const long = longTexts(resource, value)
  return long.length > 0 ? { error: invalidFields(Object.fromEntries(long)) } : { value }
}
