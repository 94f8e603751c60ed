import { asObject, isObject } from '~/model/objects'

/** The methods that a rule may name by one word. */
const groups: Readonly<Record<string, readonly string[]>> = {
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
}

type Scope = Readonly<Record<string, unknown>>
type Expression = (scope: Scope) => unknown
type Allow = { readonly methods: readonly string[]; readonly condition: Expression }
type Match = { readonly pattern: string; readonly allows: Allow[]; readonly matches: Match[] }

export type RulesRequest = {
  readonly method: string
  /** Segments, such as `/b/<bucket>/o/<name>`. */
  readonly path: string
  readonly request: Scope
  readonly resource?: unknown
}

const TOKEN = /\s*(?:'([^']*)'|(\d+)|([A-Za-z_]\w*)|(&&|\|\||[=!<>]=|[<>!+*().,]))/y

type Token = { readonly text: string; readonly literal?: string | number }

const tokensOf = (source: string): Token[] => {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (source.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex
    const [, string, number, name, sign] = TOKEN.exec(source) ?? []
    if (string !== undefined) tokens.push({ text: 'literal', literal: string })
    else if (number !== undefined) tokens.push({ text: 'literal', literal: Number(number) })
    else if (name ?? sign) tokens.push({ text: name ?? sign ?? '' })
    else throw new Error(`This part of a rule is not understood: ${source.slice(at)}`)
  }
  return tokens
}

type Operator = (one: unknown, other: () => unknown) => unknown

const sum: Operator = (one, other) => {
  const second = other()
  return typeof one === 'number' && typeof second === 'number' ? one + second : `${one}${second}`
}

/** Operators by precedence, the weakest first. */
const operators: readonly Readonly<Record<string, Operator>>[] = [
  { '||': (one, other) => one === true || other() === true },
  { '&&': (one, other) => one === true && other() === true },
  { '==': (one, other) => one === other(), '!=': (one, other) => one !== other() },
  {
    '<': (one, other) => Number(one) < Number(other()),
    '<=': (one, other) => Number(one) <= Number(other()),
    '>': (one, other) => Number(one) > Number(other()),
    '>=': (one, other) => Number(one) >= Number(other()),
  },
  { '+': sum },
  { '*': (one, other) => Number(one) * Number(other()) },
]

const member = (value: unknown, name: string) => {
  if (!isObject(value) || !(name in value)) throw new Error(`There is no ${name}`)
  return value[name]
}

/** The functions of texts; a pattern has to match the whole text. */
const calls: Readonly<Record<string, (text: string, argument: unknown) => unknown>> = {
  matches: (text, pattern) => new RegExp(`^(?:${pattern})$`).test(text),
}

const named = (name: string): Expression => {
  const constants: Scope = { null: null, true: true, false: false }
  return scope => (name in constants ? constants[name] : member(scope, name))
}

const parseExpression = (source: string): Expression => {
  const tokens = tokensOf(source)
  const isNext = (text: string) => tokens[0]?.text === text
  const take = (text: string) => {
    if (!isNext(text)) throw new Error(`${text} is missing in: ${source}`)
    tokens.shift()
  }
  const primary = (): Expression => {
    const token = tokens.shift()
    if (!token) throw new Error(`A rule ends early: ${source}`)
    const { literal, text } = token
    if (literal !== undefined) return () => literal
    if (text === '!') {
      const negated = postfix()
      return scope => negated(scope) !== true
    }
    if (text !== '(') return named(text)
    const inner = binary(0)
    take(')')
    return inner
  }
  const postfix = (): Expression => {
    let value = primary()
    while (isNext('.')) {
      tokens.shift()
      const [owner, name] = [value, tokens.shift()?.text ?? '']
      if (isNext('(')) {
        const call = calls[name]
        if (!call) throw new Error(`The function ${name} of a rule is not known here`)
        take('(')
        const argument = binary(0)
        take(')')
        value = scope => call(String(owner(scope)), argument(scope))
      } else value = scope => member(owner(scope), name)
    }
    return value
  }
  const binary = (level: number): Expression => {
    const known = operators[level]
    if (!known) return postfix()
    let value = binary(level + 1)
    for (let apply = known[tokens[0]?.text ?? '']; apply; apply = known[tokens[0]?.text ?? '']) {
      tokens.shift()
      const [operator, one, other] = [apply, value, binary(level + 1)]
      value = scope => operator(one(scope), () => other(scope))
    }
    return value
  }
  const whole = binary(0)
  if (tokens.length) throw new Error(`A rule is not understood: ${source}`)
  return whole
}

const MATCH = /\s*match\s+(\S+)\s*\{/y
const ALLOW = /\s*allow\s+([\w\s,]+?)\s*(?::\s*if\s+([^;]+))?;/y
const END = /\s*\}/y

const allowIn = (names: string, condition = 'true'): Allow => ({
  methods: names.split(/\s*,\s*/).flatMap(name => groups[name] ?? [name]),
  condition: parseExpression(condition),
})

/** Reads a file of security rules, of which it knows what those of this product use. @throws Error for anything else */
export const parseRules = (text: string): Match => {
  const source = text.replace(/\/\/.*$/gm, '')
  let at = 0
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at = pattern.lastIndex
    return found
  }
  const block = (pattern: string): Match => {
    const made: Match = { pattern, allows: [], matches: [] }
    while (!next(END)) {
      const nested = next(MATCH)
      const allow = nested ? undefined : next(ALLOW)
      if (nested) made.matches.push(block(nested[1] ?? ''))
      else if (allow) made.allows.push(allowIn(allow[1] ?? '', allow[2]))
      else throw new Error(`These rules are not understood: ${source.slice(at)}`)
    }
    return made
  }
  if (!next(/\s*rules_version\s*=\s*'2'\s*;\s*service\s+[\w.]+\s*\{/y))
    throw new Error('These are no rules of version 2')
  return block('')
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

/** Matches the beginning of a path. @returns the variables and the rest; undefined if it does not match */
const matchPath = (pattern: string, path: readonly string[]) => {
  const variables: Record<string, string> = {}
  let rest = path
  for (const part of segmentsOf(pattern)) {
    const [, name, isAll] = /^\{(\w+)(=\*\*)?\}$/.exec(part) ?? []
    if (rest.length === 0 && !isAll) return undefined
    if (!name && rest[0] !== part) return undefined
    if (name) variables[name] = isAll ? rest.join('/') : (rest[0] ?? '')
    rest = isAll ? [] : rest.slice(1)
  }
  return { variables, rest }
}

/** A condition that cannot be evaluated refuses, as in Firebase. */
const holds = (condition: Expression, scope: Scope) => {
  try {
    return condition(scope) === true
  } catch {
    return false
  }
}

const permitsIn = (match: Match, path: readonly string[], method: string, scope: Scope): boolean => {
  const found = matchPath(match.pattern, path)
  if (!found) return false
  const inner = { ...scope, ...found.variables }
  const isHere = found.rest.length === 0
  return (
    (isHere &&
      match.allows.some(({ methods, condition }) => methods.includes(method) && holds(condition, inner))) ||
    match.matches.some(nested => permitsIn(nested, found.rest, method, inner))
  )
}

/** Whether rules permit a request; refused unless a rule allows it. */
export const permits = (rules: Match, { method, path, request, resource = null }: RulesRequest) =>
  permitsIn(rules, segmentsOf(path), method, { request: asObject(request), resource })
