import type { RichText } from '../fields'
import { type Language, languages } from '../languages'
import { keysOf } from '../objects'

/** Placeholders of templates, written `{{name}}`. `host`: the inviting user; `reason`: why a video failed. */
const placeholderNames = [
  'firstname',
  'lastname',
  'email',
  'company',
  'host',
  'group',
  'vecto',
  'reason',
  'event',
  'detail',
  'moment',
  'address',
  'link',
  'product',
] as const
export type Placeholder = (typeof placeholderNames)[number]

const person = ['firstname', 'lastname', 'email', 'company', 'product', 'link'] as const

type Template = { readonly placeholders: readonly Placeholder[]; readonly required: readonly Placeholder[] }

/**
 * Every kind of e-mail (decisions §9): the placeholders that its texts may use, and those without which the e-mail is of
 * no use.
 */
export const mailTemplates = {
  invite: { placeholders: [...person, 'host'], required: ['link'] },
  passwordReset: { placeholders: person, required: ['link'] },
  groupInvitation: { placeholders: [...person, 'host', 'group'], required: ['link'] },
  vectoCompleted: { placeholders: [...person, 'vecto'], required: [] },
  vectoFailed: { placeholders: [...person, 'vecto', 'reason'], required: [] },
  notification: { placeholders: [...person, 'event', 'detail'], required: [] },
  securityAlert: { placeholders: [...person, 'event', 'moment', 'address'], required: [] },
} as const satisfies Readonly<Record<string, Template>>

export type TemplateAction = keyof typeof mailTemplates

/** Purposes of e-mails. */
export const templateActions = keysOf(mailTemplates)

/** The placeholders of a kind of e-mail. */
export const templateOf = (action: TemplateAction): Template => mailTemplates[action]

/** A placeholder in a text. */
export const token = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g

/** Placeholders that are whole addresses. */
const addresses = ['link', 'preferences']

const addressToken = `\\{\\{\\s*(?:${addresses.join('|')})\\s*\\}\\}`

/** The beginning of an address, which an editor puts before a placeholder that has its own. */
const repeatedScheme = new RegExp(`(?:https?:(?://)?)+(?=${addressToken})`, 'gi')

/**
 * A text as it is checked and filled in: braces that an editor encoded in an address are braces again, and an address
 * that is a placeholder has no other beginning before it.
 */
export const plainTokens = (html: string) =>
  html.replace(/%7B%7B(?:\s|%20)*(\w+)(?:\s|%20)*%7D%7D/gi, '{{$1}}').replace(repeatedScheme, '')

/** Placeholders of addresses that are part of a link's address, instead of all of it. */
const partialLinks = (html: string) =>
  [...html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
    .map(([, double, single]) => (double ?? single ?? '').trim())
    .filter(target => !/^mailto:/i.test(target) && target.replace(token, '') !== '')
    .flatMap(target => [...target.matchAll(token)].map(([, name = '']) => name))
    .filter(name => addresses.includes(name))

export type PlaceholderProblem = {
  readonly field: 'subject' | 'content'
  readonly lang: Language
  readonly code: 'unknown_placeholder' | 'missing_placeholder' | 'broken_placeholder' | 'partial_link'
  /** Names of the placeholders; of a broken one, the beginning as written. */
  readonly names: readonly string[]
}

/** Removes markup; entities stay. */
export const plain = (html: string) => html.replace(/<[^<>]*>/g, '').replaceAll('&nbsp;', ' ')

/** Broken placeholders: unmatched braces, or markup between them. */
const brokenIn = (html: string, known: readonly string[]) =>
  [...plain(html.replace(token, '')).matchAll(/\{\{[^{}]*\}{0,2}|\}\}|\{\s*(\w+)\s*\}/g)]
    .filter(([, single]) => single === undefined || known.includes(single))
    .map(([whole]) => whole.slice(0, 24))

const once = (names: readonly string[]) => [...new Set(names)]

const problemsIn = (action: TemplateAction, field: 'subject' | 'content', lang: Language, text: string) => {
  const html = plainTokens(text)
  const known: readonly string[] = templateOf(action).placeholders
  const used = [...html.matchAll(token)].map(([, name = '']) => name)
  const needed = field === 'content' && plain(html).trim() !== '' ? templateOf(action).required : []
  const found = {
    unknown_placeholder: once(used.filter(name => !known.includes(name))),
    broken_placeholder: once(brokenIn(html, known)),
    missing_placeholder: needed.filter(name => !used.includes(name)),
    partial_link: once(partialLinks(html)),
  } as const
  return keysOf(found).flatMap((code): PlaceholderProblem[] =>
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
