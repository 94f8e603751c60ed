import { z } from 'zod'
import { isRequired } from '~/model/access'
import type { Resource } from '~/model/define'
import { invalidFields } from '~/model/errors'
import type { Field } from '~/model/fields'
import { DEFAULT_BATCH, MAX_BATCH, operators } from '~/model/lists/query'
import { asObject, oncePer } from '~/model/objects'
import { registry } from '~/model/registry'
import { listOf, textUpTo } from '~/server/platform/http/route-schemas'
import { exampleOf, MAX_TEXT, readSchema, writtenSchema } from './kinds'

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

/** Maximum length of texts in a body that are no fields of its resource, such as the current password. */
const MAX_EXTRA = 2000

/** Texts at the top of a body that no field takes: nothing may trim, hash or search them. */
const longTexts = ({ fields }: Pick<Resource, 'fields'>, body: unknown) =>
  Object.entries(asObject(body)).flatMap(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    // Trimming may shorten a written value.
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
