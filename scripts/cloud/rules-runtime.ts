import { createInterface } from 'node:readline'
import { asObject, isObject } from '~/model/objects'
import { parseRules, permits } from './rules'

// Evaluates the rules of Storage in place of Google's Java program, which the emulator starts, with its protocol: one JSON
// object per line.

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

/** A value in the protocol's format: `{string_value: …}`, `{map_value: {fields}}`. */
const plain = (given: unknown): unknown => {
  const [[kind, value] = []] = Object.entries(asObject(given))
  if (kind === 'map_value') return fieldsOf(asObject(value).fields)
  return kind === 'null_value' ? null : value
}

const fieldsOf = (fields: unknown) =>
  Object.fromEntries(Object.entries(asObject(fields)).map(([key, value]) => [key, plain(value)]))

const rulesets = new Map<string, ReturnType<typeof parseRules>>()

const load = ({ source, rulesetName }: Readonly<Record<string, unknown>>) => {
  const [file] = Array.isArray(asObject(source).files) ? Object.values(asObject(source).files ?? []) : []
  rulesets.set(String(rulesetName), parseRules(String(asObject(file).content)))
  return { rulesVersion: 2 }
}

const verify = ({ rulesetName, path, method, variables }: Readonly<Record<string, unknown>>) => {
  const rules = rulesets.get(String(rulesetName))
  const { request, resource } = asObject(variables)
  const asked = plain(request)
  return {
    permit:
      rules !== undefined &&
      permits(rules, {
        ...{ path: String(path), method: String(method), resource: plain(resource) },
        request: isObject(asked) ? asked : {},
      }),
  }
}

const answer = (line: string) => {
  const { id, action, context } = asObject(JSON.parse(line))
  try {
    const result = action === 'load_ruleset' ? load(asObject(context)) : verify(asObject(context))
    say({ id, status: 'ok', errors: [], warnings: [], result })
  } catch (error) {
    say({ id, status: 'ok', errors: [String(error)], warnings: [], result: { permit: false } })
  }
}

say({ id: -1, status: 'ok' })
createInterface({ input: process.stdin })
  .on('line', answer)
  .on('close', () => process.exit(0))
process.on('SIGINT', () => process.exit(0))
