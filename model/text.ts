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

/**
 * Invisible characters that make two names look alike or disguise a file extension: direction marks and overrides,
 * zero-width spaces, soft hyphens. Joiners of letters and emoji stay, and so do the tags of flags.
 */
const unseen = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** A name, title or file name as it is stored: composed (NFC), without unseen characters. */
export const normalName = (name: string) => name.replace(unseen, '').normalize('NFC')

/** Spellings that decomposition leaves: letters that are written out, and signs that programs write in several ways. */
const spellings = new Map(
  [
    ['‘’‚‛′‹›ʹʻʼʽ', "'"],
    ['“”„‟″«»', '"'],
    ['‐‒–—―−', '-'],
    ['⁄', '/'],
    ['ðđ', 'd'],
    ['ħ', 'h'],
    ['ı', 'i'],
    ['ł', 'l'],
    ['ŋ', 'n'],
    ['ø', 'o'],
    ['ŧ', 't'],
    ['ς', 'σ'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['ß', 'ss'],
    ['þ', 'th'],
  ].flatMap(([signs = '', spelling = '']) => [...signs].map(sign => [sign, spelling] as const)),
)

const spelled = new RegExp(`[${[...spellings.keys()].join('')}]`, 'g')

/**
 * The text as it is searched and sorted: lower case, without accents and invisible characters, its letters written out.
 * `coeur` finds `Cœur`, `strasse` `Straße`, `3e` `3ᵉ`. The database’s `fold` does the same (0050_search-spellings.sql).
 */
export const fold = (value: string) =>
  value
    .replace(/[`´]/g, "'")
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(spelled, sign => spellings.get(sign) ?? sign)

export const wordsOf = (value: string) => fold(value).match(/[\p{L}\p{N}]+/gu) ?? []

/** Maximum length of a searched beginning, in UTF-16 units: no searchable name is longer. */
export const MAX_SEARCH = 200

const PREFIX = 10

/** Search keywords: the prefixes, up to 10 characters, of every word (specification §5). */
export const keywordsOf = (texts: readonly string[]): string[] => {
  const found = new Set<string>()
  for (const word of texts.flatMap(wordsOf)) {
    const letters = [...word]
    for (let length = 1; length <= Math.min(PREFIX, letters.length); length++)
      found.add(letters.slice(0, length).join(''))
  }
  return [...found].sort()
}

/** Keywords that a record needs to match `query`. */
export const queryKeywords = (query: string) =>
  wordsOf(query).map(word => [...word].slice(0, PREFIX).join(''))

/** Whether a word exceeds the length of keywords, so that keywords alone cannot decide. */
export const isLongQuery = (query: string) => wordsOf(query).some(word => [...word].length > PREFIX)

/** Truncates a text to `most` UTF-16 units, the unit of field limits, without splitting a surrogate pair. */
export const cut = (text: string, most: number) => text.slice(0, most).replace(/\p{Surrogate}$/u, '')

/** `%0`, `%1` … in the specification's texts. */
export const fill = (template: string, ...values: readonly (string | number)[]) =>
  values.reduce<string>((text, value, index) => text.replaceAll(`%${index}`, String(value)), template)
