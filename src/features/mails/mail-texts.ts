import { useQuery } from '@tanstack/react-query'
import { useLocaleState } from 'react-admin'
import type { Catalogue } from '~/i18n/catalogue'
import { type Language, languages } from '~/model/languages'
import { loadLanguage } from '~/src/ui/language-files'

export type MailTexts = Catalogue['mail']
export type MailPanelTexts = MailTexts['panel']

/** Separate from the panel's other texts: few screens need them. */
const files = import.meta.glob<MailTexts>('/i18n/*/mail.ts', { import: 'mail' })

/** The texts of the mail screens, in the user's language; undefined until they are loaded. */
export const useMailWords = (): MailPanelTexts | undefined => {
  const [locale] = useLocaleState()
  const lang = languages.find(each => each === locale) ?? 'en'
  return useQuery({
    queryKey: ['mail texts', lang],
    queryFn: () => loadLanguage(files, lang),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  }).data?.panel
}

/** The built-in e-mails and sample values of all languages. */
export const useBuiltIns = (): readonly (readonly [Language, MailTexts])[] | undefined =>
  useQuery({
    queryKey: ['mail texts', 'all'],
    queryFn: () => Promise.all(languages.map(async lang => [lang, await loadLanguage(files, lang)] as const)),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  }).data

/** A text with its `%{name}` placeholders filled in. */
export const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/%\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '')

/**
 * The text for the server's reason code, followed by the server's own message; only that message if the code is
 * unknown.
 */
export const reasonIn = (words: MailPanelTexts, code: unknown, reason: unknown): string => {
  const said = typeof reason === 'string' && reason !== '' ? fill(words.said, { reason }) : ''
  const known = Object.entries(words.reasons).find(([name]) => name === code)?.[1]
  return known ? `${known} ${said}`.trim() : said
}
