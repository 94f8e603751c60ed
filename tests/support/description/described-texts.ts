import { asObject, isObject } from '~/model/objects'
import { sampleOf } from '~/server/records/openapi'

type Schema = Readonly<Record<string, unknown>>

/** A text parameter or property of a request in the OpenAPI description. */
export type DescribedText = {
  readonly method: string
  readonly path: string
  readonly in: 'body' | 'query' | 'header'
  /** Path of a body property with dots, with `0` for an item of a list. */
  readonly name: string
  /** Undefined if the description limits the text by a constant or an enum. */
  readonly maxLength: number | undefined
  readonly isFixed: boolean
  /** A valid body with the given text at this path. */
  readonly bodyWith: (text: string) => unknown
}

type Leaf = { readonly path: readonly string[]; readonly schema: Schema }

const types = ({ type }: Schema): readonly unknown[] => (Array.isArray(type) ? type : [type])

/** The texts of a schema, of its object properties, list items and alternatives. */
const leavesOf = (schema: unknown, path: readonly string[] = []): Leaf[] => {
  const known = asObject(schema)
  const alternatives = [known.anyOf, known.oneOf, known.allOf].flatMap(each =>
    Array.isArray(each) ? each : [],
  )
  return [
    ...(types(known).includes('string') ? [{ path, schema: known }] : []),
    ...alternatives.flatMap(each => leavesOf(each, path)),
    ...Object.entries(asObject(known.properties)).flatMap(([key, each]) => leavesOf(each, [...path, key])),
    ...(isObject(known.items) ? leavesOf(known.items, [...path, '0']) : []),
  ]
}

const put = (value: unknown, [key, ...rest]: readonly string[], text: string): unknown => {
  if (key === undefined) return text
  if (key === '0') return [put(Array.isArray(value) ? value[0] : undefined, rest, text)]
  const object = asObject(value)
  return { ...object, [key]: put(object[key], rest, text) }
}

const textOf = (
  call: Pick<DescribedText, 'method' | 'path' | 'in'>,
  { path, schema }: Leaf,
  body: unknown,
): DescribedText => ({
  ...call,
  name: path.join('.'),
  maxLength: typeof schema.maxLength === 'number' ? schema.maxLength : undefined,
  isFixed: 'enum' in schema || 'const' in schema,
  bodyWith: text => put(body, path, text),
})

const textsOfCall = (method: string, path: string, operation: Schema): DescribedText[] => {
  const { schema } = asObject(asObject(asObject(operation.requestBody).content)['application/json'])
  const call = { method: method.toUpperCase(), path }
  const parameters = Array.isArray(operation.parameters) ? operation.parameters.map(asObject) : []
  return [
    ...leavesOf(schema).map(leaf => textOf({ ...call, in: 'body' }, leaf, sampleOf(schema))),
    ...parameters.flatMap(({ in: place, name, schema: each }) =>
      place === 'query' || place === 'header'
        ? leavesOf(each, [String(name)]).map(leaf => textOf({ ...call, in: place }, leaf, undefined))
        : [],
    ),
  ]
}

/** Every text of every request in the description, except path parameters. */
export const describedTexts = (description: { readonly paths: object }): DescribedText[] =>
  Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(asObject(operations)).flatMap(([method, operation]) =>
      textsOfCall(method, path, asObject(operation)),
    ),
  )
