import type { RichText } from './fields'
import type { templateActions } from './resources/templates'
import { type Language, languages } from './roles'

export type TemplateAction = (typeof templateActions)[number]

/** Placeholders of templates, written `{{name}}`. `host`: the inviting user; `reason`: why a video failed. */
export const placeholderNames = [
  'firstname',
  'lastname',
  'email',
  'company',
  'host',
  'group',
  'vecto',
  'reason',
  'event',
  'moment',
  'address',
  'link',
  'product',
] as const
export type Placeholder = (typeof placeholderNames)[number]

const person = ['firstname', 'lastname', 'email', 'company', 'product', 'link'] as const

/** Placeholders available by kind of e-mail. */
export const placeholdersOf: Readonly<Record<TemplateAction, readonly Placeholder[]>> = {
  invite: [...person, 'host'],
  passwordReset: person,
  groupInvitation: [...person, 'host', 'group'],
  vectoCompleted: [...person, 'vecto'],
  vectoFailed: [...person, 'vecto', 'reason'],
  securityAlert: [...person, 'event', 'moment', 'address'],
}

/** Placeholders that the content must have: the e-mail is of no use without them. */
export const requiredOf: Readonly<Record<TemplateAction, readonly Placeholder[]>> = {
  invite: ['link'],
  passwordReset: ['link'],
  groupInvitation: ['link'],
  vectoCompleted: [],
  vectoFailed: [],
  securityAlert: [],
}

/** A placeholder in a text. */
export const token = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g

export type PlaceholderProblem = {
  readonly field: 'subject' | 'content'
  readonly lang: Language
  readonly code: 'unknown_placeholder' | 'missing_placeholder' | 'broken_placeholder'
  /** Names of the placeholders; of a broken one, the beginning as written. */
  readonly names: readonly string[]
}

/** Removes markup; entities stay. */
export const plain = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('&nbsp;', ' ')

/** Broken placeholders: unmatched braces, or markup between them. */
const brokenIn = (html: string, known: readonly string[]) =>
  [...plain(html.replace(token, '')).matchAll(/\{\{[^{}]*\}{0,2}|\}\}|\{\s*(\w+)\s*\}/g)]
    .filter(([, single]) => single === undefined || known.includes(single))
    .map(([whole]) => whole.slice(0, 24))

const once = (names: readonly string[]) => [...new Set(names)]

const problemsIn = (action: TemplateAction, field: 'subject' | 'content', lang: Language, html: string) => {
  const known: readonly string[] = placeholdersOf[action]
  const used = [...html.matchAll(token)].map(([, name = '']) => name)
  const needed = field === 'content' && plain(html).trim() !== '' ? requiredOf[action] : []
  const found = {
    unknown_placeholder: once(used.filter(name => !known.includes(name))),
    broken_placeholder: once(brokenIn(html, known)),
    missing_placeholder: needed.filter(name => !used.includes(name)),
  } as const
  return (['unknown_placeholder', 'broken_placeholder', 'missing_placeholder'] as const).flatMap(
    (code): PlaceholderProblem[] =>
      found[code].length > 0 ? [{ field, lang, code, names: found[code] }] : [],
  )
}

/** Finds placeholder errors by field and language. Empty languages have none: they use the built-in text. */
export const checkPlaceholders = (
  action: TemplateAction,
  subject: RichText | null | undefined,
  content: RichText | null | undefined,
): PlaceholderProblem[] =>
  languages.flatMap(lang => [
    ...problemsIn(action, 'subject', lang, subject?.[lang] ?? ''),
    ...problemsIn(action, 'content', lang, content?.[lang] ?? ''),
  ])
