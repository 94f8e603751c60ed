import type { Resource } from '~/model/define'
import { languages } from '~/model/languages'
import { isObject } from '~/model/objects'

/** The history stores links by label, so that it stays readable after the linked record is deleted. */
export const textOf = (value: unknown): string =>
  isObject(value) ? String(value.label ?? value.ref ?? '') : String(value)

/** Truncates text that is too long for a row. */
export const shortened = (text: string, longest = 80) => {
  const letters = [...text]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text
}

/** The plain text of HTML. A parsed document runs no scripts and loads nothing. */
const wordsOf = (html: string) => {
  const { body } = new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html')
  for (const code of body.querySelectorAll('script, style')) code.remove()
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}

export type Change = {
  readonly path: string
  /** The language, for a text that has one version per language. */
  readonly lang?: string
  readonly from: unknown
  readonly to: unknown
}

/** Splits the change of a multilingual text into one change per language. */
const byLanguage = ({ path, from, to }: Change): Change[] => {
  const textIn = (value: unknown, lang: string) => (isObject(value) ? wordsOf(String(value[lang] ?? '')) : '')
  return languages
    .map(lang => ({ path, lang, from: textIn(from, lang), to: textIn(to, lang) }))
    .filter(change => change.from !== change.to)
}

/**
 * Parses an event's `args`: `{changes: {<field>: [old, new]}}`, or otherwise a note as text.
 * @returns `isView`: a file was fetched for display, for instance by a player, not for download.
 */
export const changesIn = (
  args: unknown,
  resource: Resource | undefined,
): { changes: Change[]; note: string; isView: boolean } => {
  if (!isObject(args)) return { changes: [], note: '', isView: false }
  const changes = Object.entries(isObject(args.changes) ? args.changes : {})
    .flatMap(([path, pair]) => (Array.isArray(pair) ? [{ path, from: pair[0], to: pair[1] }] : []))
    .flatMap(change => (resource?.fields[change.path]?.kind === 'rich' ? byLanguage(change) : [change]))
  return {
    changes,
    note: typeof args.label === 'string' ? args.label : '',
    isView: args.as === 'inline',
  }
}
