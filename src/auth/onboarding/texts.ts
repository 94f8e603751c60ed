import type { Catalogue } from '~/i18n/catalogue'
import { type Language, languages } from '~/model/languages'
import { loadLanguage } from '~/src/ui/language-files'

export type Texts = Catalogue['onboarding']

const files = import.meta.glob<Texts>('/i18n/*/onboarding.ts', { import: 'onboarding' })

/** The browser's language if it is supported: used until the user of the link is known. */
export const browserLanguage = (wanted: readonly string[] = navigator.languages): Language => {
  const spoken = wanted.map(tag => languages.find(lang => tag.toLowerCase().split('-')[0] === lang))
  return spoken.find(lang => lang !== undefined) ?? 'en'
}

export const loadTexts = (lang: Language): Promise<Texts> => loadLanguage(files, lang)

/** A text with its `%{placeholders}` filled in. */
export const filled = (text: string, values: Readonly<Record<string, unknown>>) =>
  text.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
