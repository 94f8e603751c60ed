import { escapeHtml } from '~/model/mail/mail-rendering'
import { asObject, isObject } from '~/model/objects'

type Described = Readonly<Record<string, unknown>>

const text = (value: unknown) => escapeHtml(String(value ?? ''))

const listIn = (value: unknown): Described[] => (Array.isArray(value) ? value.filter(isObject) : [])

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
nav ul { columns: 12rem; padding-left: 1.2rem }
summary { cursor: pointer; padding: .35rem 0; overflow-wrap: anywhere }
summary b { display: inline-block; min-width: 4.5rem }
details { border-bottom: 1px solid #8884 }
details > div { padding: 0 0 1rem 1rem; overflow-x: auto }
table { border-collapse: collapse } td, th { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top }
pre { overflow-x: auto; background: #8882; padding: .75rem; border-radius: 4px }
`

/** A schema in a line: `string, at most 120`, `object Media`, `array of string`. */
const typeOf = (schema: unknown): string => {
  const { $ref, type, anyOf, items, enum: choices, maxLength, format, const: fixed } = asObject(schema)
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' or ')
  if (fixed !== undefined) return JSON.stringify(fixed)
  if (Array.isArray(choices)) return choices.map(choice => JSON.stringify(choice)).join(' or ')
  if (type === 'array') return `array of ${typeOf(items)}`
  const limits = [format, maxLength !== undefined && `at most ${maxLength} characters`].filter(Boolean)
  return [type ?? 'anything', ...limits].join(', ')
}

const row = (cells: readonly unknown[]) => `<tr>${cells.map(cell => `<td>${text(cell)}</td>`).join('')}</tr>`

const table = (head: readonly string[], rows: readonly string[]) =>
  rows.length > 0
    ? `<table><tr>${head.map(name => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table>`
    : ''

/** The members of an object, with what each takes. */
const members = (schema: unknown) => {
  const { properties, required } = asObject(schema)
  const needed = Array.isArray(required) ? required : []
  return Object.entries(asObject(properties)).map(([name, member]) =>
    row([name, needed.includes(name) ? 'required' : '', typeOf(member), asObject(member).description]),
  )
}

const bodyOf = (operation: Described) => {
  const { schema, example } = asObject(asObject(asObject(operation.requestBody).content)['application/json'])
  if (!schema) return ''
  const sent = example === undefined ? '' : `<pre>${text(JSON.stringify(example, null, 2))}</pre>`
  return `<h4>Body</h4>${table(['Field', '', 'Type', ''], members(schema))}${sent}`
}

const responsesOf = (operation: Described) =>
  table(
    ['Status', 'Meaning', 'Body'],
    Object.entries(asObject(operation.responses)).map(([status, response]) => {
      const { description, content } = asObject(response)
      const bodies = Object.entries(asObject(content)).map(([type, body]) => {
        const schema = typeOf(asObject(body).schema)
        return type === 'application/json' ? schema : `${type}: ${schema}`
      })
      return row([status, description, bodies.join('; ')])
    }),
  )

const operationOf = (method: string, path: string, operation: Described) => {
  const parameters = listIn(operation.parameters).map(({ name, in: place, required, schema, description }) =>
    row([name, place, required ? 'required' : '', typeOf(schema), description]),
  )
  return `<details id="${text(operation.operationId)}">
<summary><b>${method.toUpperCase()}</b> <code>${text(path)}</code> — ${text(operation.summary)}</summary>
<div><p>Open to: ${text(operation.description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${table(['Name', 'In', '', 'Type', ''], parameters)}` : ''}
${bodyOf(operation)}
<h4>Responses</h4>${responsesOf(operation)}</div></details>`
}

/** The description of the API as a page for people: works without scripts, and prints. */
export const docsPage = (description: Described): string => {
  const { title, description: about } = asObject(description.info)
  const operations = Object.entries(asObject(description.paths)).flatMap(([path, methods]) =>
    Object.entries(asObject(methods)).map(([method, operation]) => ({
      path,
      method,
      operation: asObject(operation),
    })),
  )
  const groups = listIn(description.tags)
    .map(tag => ({
      ...{ name: text(tag.name), about: text(tag.description) },
      own: operations.filter(
        ({ operation }) => JSON.stringify(operation.tags) === JSON.stringify([tag.name]),
      ),
    }))
    .filter(({ own }) => own.length > 0)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}: API</title><style>${style}</style>
<h1>${text(title)}: API</h1>
<p>${text(about)} Addresses are below <code>/parse</code>. The same as OpenAPI 3.1, for programs: this address with
<code>Accept: application/json</code>.</p>
<nav><ul>${groups.map(({ name, own }) => `<li><a href="#${name}">${name}</a> (${own.length})</li>`).join('')}</ul></nav>
${groups
  .map(
    group =>
      `<section><h2 id="${group.name}">${group.name}</h2><p>${group.about}.</p>${group.own
        .map(({ method, path, operation }) => operationOf(method, path, operation))
        .join('\n')}</section>`,
  )
  .join('\n')}
</html>`
}
