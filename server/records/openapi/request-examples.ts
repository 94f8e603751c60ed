import { asObject, isObject } from '~/model/objects'

type Described = Readonly<Record<string, unknown>>

const JSON_BODY = 'application/json'

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** What must be sent; where nothing must, what comes first: an empty change shows nobody anything. */
const sampleObject = ({ properties, required }: Described) => {
  const members = asObject(properties)
  const names =
    Array.isArray(required) && required.length > 0 ? required.map(String) : Object.keys(members).slice(0, 1)
  return Object.fromEntries(names.map(name => [name, sampleOf(members[name])]))
}

const byType: Readonly<Record<string, (schema: Described) => unknown>> = {
  object: sampleObject,
  array: ({ items }) => (items ? [sampleOf(items)] : []),
  string: () => 'text',
  integer: ({ minimum }) => Math.max(1, Number(minimum ?? 1)),
  number: ({ minimum }) => Math.max(1, Number(minimum ?? 1)),
  boolean: () => true,
}

/** A value that a JSON schema accepts: its own example, its first choice, or a plain one of its type. */
export const sampleOf = (schema: unknown): unknown => {
  const { example, anyOf, type, ...rest } = asObject(schema)
  if (example !== undefined) return example
  if ('const' in rest) return rest.const
  if (Array.isArray(rest.enum)) return rest.enum[0]
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0])
  if ('default' in rest) return rest.default
  return byType[String(firstOf(type) ?? 'object')]?.({ ...rest })
}

const withExample = (call: Described) => {
  const body = asObject(call.requestBody)
  const content = asObject(body.content)
  const { schema } = asObject(content[JSON_BODY])
  if (!schema) return call
  const json = { schema, example: sampleOf(schema) }
  return { ...call, requestBody: { ...body, content: { ...content, [JSON_BODY]: json } } }
}

const mapValues = (object: unknown, change: (value: Described) => unknown) =>
  Object.fromEntries(
    Object.entries(asObject(object)).map(([key, value]) => [key, isObject(value) ? change(value) : value]),
  )

/** Gives each request with a JSON body an example, which the request's own schema accepts. */
export const withExamples = (description: Described): Described => ({
  ...description,
  paths: mapValues(description.paths, calls => mapValues(calls, withExample)),
})
