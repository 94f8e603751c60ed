import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'

type Operation = { readonly responses: Readonly<Record<string, { readonly content?: object }>> }
type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

const description: Description = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(description, 'api')

const templates = Object.keys(description.paths).map(template => ({
  template,
  pattern: new RegExp(`^${template.replace('{path}', '.+').replace(/{\w+}/g, '[^/]+')}$`),
  parameters: template.split('{').length,
}))

/** The path of the description for an address; one without parameters comes first. */
const templateOf = (path: string) =>
  templates
    .filter(({ pattern }) => pattern.test(path))
    .sort((one, other) => one.parameters - other.parameters)[0]?.template

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

const validators = new Map<string, ValidateFunction>()

const validatorOf = (pointer: string) => {
  const validator = validators.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
  validators.set(pointer, validator)
  return validator
}

/** The key of a response: its status, or its class. */
const keyOf = ({ responses }: Operation, status: number) =>
  [String(status), `${Math.floor(status / 100)}XX`].find(key => key in responses)

/**
 * Requires that a response of the API is as `docs/openapi.json` describes it: its status, and each of its fields.
 * @param path as requested, below `/parse`
 * @throws Error with the first differences
 */
export const expectDescribed = (method: string, path: string, status: number, body: unknown) => {
  if (method === 'HEAD') return
  const template = templateOf(`/${path.replace(/^\//, '').split(/[?#]/)[0]}`.replace(/(.)\/$/, '$1'))
  const operation = template && description.paths[template]?.[method.toLowerCase()]
  // There is no such route.
  if (!operation && status >= 400) return
  const fault = (what: string) =>
    new Error(`${method} /${path} responded ${status}, which its description ${what}`)
  const key = operation && keyOf(operation, status)
  if (!operation || !key) throw fault('does not have')
  if (!JSON.stringify(operation.responses[key]?.content ?? {}).includes('application/json')) return
  const place = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    key,
    'content',
    'application/json',
    'schema',
  ]
  const validate = validatorOf(`/${place.map(part => encodeURIComponent(escaped(part))).join('/')}`)
  if (!validate(body))
    throw fault(
      `contradicts: ${ajv.errorsText(validate.errors?.slice(0, 4), { dataVar: 'body' })} ${JSON.stringify(validate.errors?.[0]?.params)}`,
    )
}
