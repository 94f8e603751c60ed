/** Why a request value is refused, and its field path. */
export type Fault = { readonly code: 'invalid_text' | 'too_complex'; readonly path: string }

/** Limits of a request. Lengths in UTF-16 units; fields declare narrower maximums. */
export const requestLimits = {
  depth: 20,
  nodes: 100_000,
  /** Items of a list, or keys of an object. */
  items: 1000,
  textLength: 100_000,
  keyLength: 200,
  pathLength: 100,
} as const

/** NUL and lone surrogates: PostgreSQL stores neither. */
const invalidCharacter = /[\0\p{Cs}]/u

export const isStorableText = (text: string) => !invalidCharacter.test(text)

/** Replaces characters of a program's output that PostgreSQL cannot store. */
export const storableText = (text: string) => text.replace(/[\0\p{Cs}]/gu, '\ufffd')

type Node = { readonly value: unknown; readonly path: string; readonly depth: number }

const codeOfText = (text: string, maximum: number): Fault['code'] | undefined => {
  if (text.length > maximum) return 'too_complex'
  return isStorableText(text) ? undefined : 'invalid_text'
}

const keyCodeOf = (keys: readonly string[]) =>
  keys.map(key => codeOfText(key, requestLimits.keyLength)).find(code => code !== undefined)

/** Checks a value itself, or the keys of an object; members are separate nodes. */
const codeOfNode = ({ value, depth }: Node): Fault['code'] | undefined => {
  if (typeof value === 'string') return codeOfText(value, requestLimits.textLength)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= requestLimits.depth) return 'too_complex'
  const keys = Array.isArray(value) ? [] : Object.keys(value)
  const size = Array.isArray(value) ? value.length : keys.length
  return size > requestLimits.items ? 'too_complex' : keyCodeOf(keys)
}

const membersOf = ({ value, path, depth }: Node): Node[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, member]) => ({
        value: member,
        path: path === '' ? key : `${path}.${key}`,
        depth: depth + 1,
      }))
    : []

/**
 * Finds text that cannot be stored and values beyond the limits in parsed JSON. Iterative, so that deep nesting does
 * not exhaust the stack.
 * @param path the field path of the value itself
 */
export const findFault = (value: unknown, path = ''): Fault | undefined => {
  const waiting: Node[] = [{ value, path, depth: 0 }]
  for (let seen = 1; ; seen++) {
    const node = waiting.pop()
    if (!node) return undefined
    const code = seen > requestLimits.nodes ? 'too_complex' : codeOfNode(node)
    if (code) return { code, path: node.path.slice(0, requestLimits.pathLength) }
    for (const member of membersOf(node)) waiting.push(member)
  }
}
