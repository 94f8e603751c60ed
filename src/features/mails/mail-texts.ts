import { useQuery } from '@tanstack/react-query'
import { useLocaleState } from 'react-admin'
import type english from '~/i18n/en/mail.json'
import type { Language } from '~/model/roles'

export type MailTexts = typeof english
export type MailPanelTexts = MailTexts['panel']

/** Separate from the panel's other texts: few screens need them. */
const files: Record<Language, () => Promise<MailTexts>> = {
  en: () => import('~/i18n/en/mail.json').then(file => file.default),
  fr: () => import('~/i18n/fr/mail.json').then(file => file.default),
  es: () => import('~/i18n/es/mail.json').then(file => file.default),
}

const isLanguage = (locale: string): locale is Language => locale in files

/** The texts of the mail screens, in the user's language; undefined until they are loaded. */
export const useMailWords = (): MailPanelTexts | undefined => {
  const [locale] = useLocaleState()
  const lang = isLanguage(locale) ? locale : 'en'
  return useQuery({
    queryKey: ['mail texts', lang],
    queryFn: () => files[lang](),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  }).data?.panel
}

/** The built-in e-mails and sample values of all languages. */
export const useBuiltIns = (): Readonly<Record<Language, MailTexts>> | undefined =>
  useQuery({
    queryKey: ['mail texts', 'all'],
    queryFn: async () => {
      const [en, fr, es] = await Promise.all([files.en(), files.fr(), files.es()])
      return { en, fr, es }
    },
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  }).data

/** A text with its `%{name}` placeholders filled in. */
export const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/%\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '')

/** The text for the server's reason code, with the server's own words; those alone if the code is unknown. */
export const reasonIn = (words: MailPanelTexts, code: unknown, reason: unknown): string => {
  const said = typeof reason === 'string' && reason !== '' ? fill(words.said, { reason }) : ''
  const known = Object.entries(words.reasons).find(([name]) => name === code)?.[1]
  return known ? `${known} ${said}`.trim() : said
}
