import type en from '~/i18n/en/onboarding.json'
import { type Language, languages } from '~/model/roles'

export type Texts = typeof en

const loaders: Readonly<Record<Language, () => Promise<{ default: Texts }>>> = {
  en: () => import('~/i18n/en/onboarding.json'),
  fr: () => import('~/i18n/fr/onboarding.json'),
  es: () => import('~/i18n/es/onboarding.json'),
}

/** The browser's language if it is supported: used until the user of the link is known. */
export const browserLanguage = (wanted: readonly string[] = navigator.languages): Language => {
  const spoken = wanted.map(tag => languages.find(lang => tag.toLowerCase().split('-')[0] === lang))
  return spoken.find(lang => lang !== undefined) ?? 'en'
}

export const loadTexts = async (lang: Language): Promise<Texts> => (await loaders[lang]()).default

/** A text with its `%{placeholders}` filled in. */
export const filled = (text: string, values: Readonly<Record<string, unknown>>) =>
  text.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
