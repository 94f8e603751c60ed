import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'

type Operation = { readonly responses: Readonly<Record<string, { readonly content?: object }>> }
type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Compiles the schemas of a description on first use. */
const validatorsOf = (description: Description) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(description, 'api')
  const known = new Map<string, ValidateFunction>()
  /** The first errors of a body against the schema at this path; undefined if it is valid. */
  return (place: readonly string[], body: unknown) => {
    const pointer = place.map(part => `/${escaped(part)}`).join('')
    const validate = known.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
    known.set(pointer, validate)
    if (validate(body)) return undefined
    const [first] = validate.errors ?? []
    return `${ajv.errorsText(validate.errors?.slice(0, 4), { dataVar: 'body' })} ${JSON.stringify(first?.params)}`
  }
}

/** Finds the path template of a URL; a template without parameters has priority. */
const templatesOf = ({ paths }: Description) => {
  const templates = Object.keys(paths).map(template => ({
    template,
    pattern: new RegExp(`^${template.replace('{path}', '.+').replace(/{\w+}/g, '[^/]+')}$`),
    parameters: template.split('{').length,
  }))
  return (path: string) =>
    templates
      .filter(({ pattern }) => pattern.test(path))
      .sort((one, other) => one.parameters - other.parameters)[0]?.template
}

/** `users/` and `/users?batch=1` → `/users`. */
const plain = (path: string) => `/${path.replace(/^\//, '').split(/[?#]/)[0]}`.replace(/(.)\/$/, '$1')

/** The key of a response: its status, or for errors the default. */
const keyOf = ({ responses }: Operation, status: number) =>
  [String(status), ...(status >= 400 ? ['default'] : [])].find(key => key in responses)

const isJson = ({ responses }: Operation, key: string) =>
  JSON.stringify(responses[key]?.content ?? {}).includes('application/json')

/** Reads an OpenAPI file and returns a function that validates responses of the API. */
export const describedBy = (file: string) => {
  const description: Description = JSON.parse(readFileSync(file, 'utf8'))
  const differences = validatorsOf(description)
  const templateOf = templatesOf(description)
  /**
   * Validates a response: its status must be documented and its body must match the schema, without additional fields.
   * @param path as requested, below `/parse`
   * @throws Error with the first differences
   */
  return (method: string, path: string, status: number, body: unknown) => {
    if (method === 'HEAD') return
    const template = templateOf(plain(path)) ?? ''
    const name = method.toLowerCase()
    const operation = description.paths[template]?.[name]
    // An unknown route.
    if (!operation && status >= 400) return
    const call = `${method} ${plain(path)} responded ${status}, which its description`
    const key = operation && keyOf(operation, status)
    if (!operation || !key) throw new Error(`${call} does not have`)
    if (!isJson(operation, key)) return
    const place = ['paths', template, name, 'responses', key, 'content', 'application/json', 'schema']
    const found = differences(place, body)
    if (found) throw new Error(`${call} contradicts: ${found}`)
  }
}

export type Described = ReturnType<typeof describedBy>

export const expectDescribed = describedBy('docs/openapi.json')
