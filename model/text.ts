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
