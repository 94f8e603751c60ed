type Schema = { readonly properties?: Readonly<Record<string, unknown>>; readonly $ref?: string }
type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
export type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** An operation of the OpenAPI description: `path` with parameters in braces, `fields` of the body, `query` names. */
export type DescribedCall = {
  readonly method: string
  readonly path: string
  readonly fields: readonly string[]
  readonly query: readonly string[]
}

/** Keys of request bodies that the description documents in text only. */
const told = [
  'email',
  'username',
  'password',
  'code',
  'verifier',
  'company',
  'lang',
  'action',
  'subject',
  'delay',
  'newname',
]

const writes = ['post', 'patch', 'put', 'delete']

/** Every operation of the description. */
export const describedCalls = ({ paths, components }: Description): DescribedCall[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const schema = Object.values(requestBody?.content ?? {})[0]?.schema
      const named = schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
      const fields = named?.properties ? Object.keys(named.properties) : writes.includes(method) ? told : []
      const query = parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : []))
      return [{ method: method.toUpperCase(), path, fields, query }]
    }),
  )
