import { isRequired } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field, Kind } from '~/model/fields'
import { languages } from '~/model/roles'

export type Json = Readonly<Record<string, unknown>>

const link: Json = {
  type: 'object',
  properties: { ref: { type: 'string' }, label: { type: 'string', readOnly: true } },
  required: ['ref'],
}

const typeOf: Record<Kind, Json> = {
  text: { type: 'string' },
  multiline: { type: 'string' },
  email: { type: 'string', format: 'email' },
  password: { type: 'string', format: 'password', writeOnly: true },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  date: { type: 'string', format: 'date-time' },
  choice: { type: 'string' },
  link,
  links: { type: 'array', items: link },
  rich: {
    type: 'object',
    description: 'HTML by language',
    properties: Object.fromEntries(languages.map(lang => [lang, { type: 'string' }])),
  },
  file: { type: 'object', description: 'The descriptor that GET /files/{id} answers' },
  thumbnail: { type: 'string', description: 'A signed link to a small WebP image' },
  tags: { type: 'array', items: { type: 'string' } },
  json: {},
}

const schemaOf = (field: Field): Json => ({
  ...typeOf[field.kind],
  ...(field.options && { enum: field.options }),
  ...(field.target && { description: `A record of ${field.target}` }),
  ...(field.readOnly && { readOnly: true }),
  ...(field.kind !== 'integer' && field.max && { maxLength: field.max }),
  ...(field.kind !== 'integer' && field.min && { minLength: field.min }),
})

export const recordSchema = ({ fields, computed = [] }: Resource): Json => ({
  type: 'object',
  properties: {
    uid: { type: 'string', readOnly: true },
    ...Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOf(field)])),
    ...Object.fromEntries(computed.map(key => [key, { type: 'string', readOnly: true }])),
  },
  required: Object.keys(fields).filter(key => fields[key] && isRequired(fields[key], 'create')),
})

export const answer = (description: string, schema: Json) => ({
  description,
  content: { 'application/json': { schema } },
})
