import type { Texts } from './merge-texts'

type Parts = { readonly first: Texts; readonly later: Texts }

/** A pattern, divided at its dots. */
type Pattern = readonly string[]

const isEmpty = (texts: Texts) => Object.keys(texts).length === 0

const namesIn = (step: string) => step.replace(/^\{(.*)\}$/, '$1').split(',')

const covers = (step: string | undefined, key: string) => step === '*' || namesIn(step ?? '').includes(key)

const split = (texts: Texts, patterns: readonly Pattern[]): Parts => {
  const [first, later]: [Record<string, string | Texts>, Record<string, string | Texts>] = [{}, {}]
  for (const [key, value] of Object.entries(texts)) {
    const rest = patterns.filter(([step]) => covers(step, key)).map(([, ...steps]) => steps)
    if (rest.some(steps => steps.length === 0)) first[key] = value
    else if (typeof value === 'string' || rest.length === 0) later[key] = value
    else {
      const parts = split(value, rest)
      if (!isEmpty(parts.first)) first[key] = parts.first
      if (!isEmpty(parts.later)) later[key] = parts.later
    }
  }
  return { first, later }
}

/**
 * Divides texts into those that the patterns cover and the others.
 * @param patterns keys with dots. A pattern covers the text of this key and every text below it; `*` stands for any name
 *   between two dots, `{one,other}` for one of these.
 */
export const splitTexts = (texts: Texts, patterns: readonly string[]): Parts =>
  split(
    texts,
    patterns.map(pattern => pattern.split('.')),
  )
