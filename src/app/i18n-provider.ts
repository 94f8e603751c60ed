import { deepmerge } from '@mui/utils'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import raEnglish from 'ra-language-english'
import type { I18nProvider, TranslationMessages } from 'react-admin'
import english from '~/i18n/en/panel.json?raw'
import type { Language } from '~/model/roles'

type Loader = () => Promise<{ default: unknown }>

const raCatalogues: Record<Language, Loader> = {
  en: async () => ({ default: raEnglish }),
  fr: () => import('ra-language-french'),
  es: () => import('./ra-spanish'),
}

// As text: the opening page imports some of these messages by name, and importing the same module as a whole
// would add all other messages to its bundle.
const ownCatalogues: Record<Language, () => Promise<string>> = {
  en: async () => english,
  fr: () => import('~/i18n/fr/panel.json?raw').then(file => file.default),
  es: () => import('~/i18n/es/panel.json?raw').then(file => file.default),
}

const names: Record<Language, string> = { en: 'English', fr: 'Français', es: 'Español' }

const load = async (language: Language): Promise<TranslationMessages> => {
  const [ra, own] = await Promise.all([raCatalogues[language](), ownCatalogues[language]()])
  const base = deepmerge(raEnglish, JSON.parse(english))
  return deepmerge(deepmerge(base, ra.default as TranslationMessages), JSON.parse(own))
}

const announce = (language: string) => {
  document.documentElement.lang = language
}

const languageIn = (languages: readonly Language[], locale: string) =>
  languages.find(known => known === locale) ?? 'en'

/** English is the fallback of every language, for messages that it lacks. */
export const createI18nProvider = async (
  initial: Language,
  languages: readonly Language[],
): Promise<I18nProvider> => {
  const first = await load(initial)
  announce(initial)
  const provider = polyglotI18nProvider(
    locale => (locale === initial ? first : load(languageIn(languages, locale))),
    initial,
    languages.map(locale => ({ locale, name: names[locale] })),
  )
  return {
    ...provider,
    changeLocale: async (locale, options) => {
      await provider.changeLocale(locale, options)
      announce(locale)
    },
  }
}
