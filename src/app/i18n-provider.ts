import { deepmerge } from '@mui/utils'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import raEnglish from 'ra-language-english'
import type { I18nProvider, TranslationMessages } from 'react-admin'
import english from '~/i18n/en/panel.json?raw'
import type { Language } from '~/model/languages'
import { autonymOf, loadLanguage } from '~/src/ui/language-files'
import { laterTexts } from '~/src/ui/later-texts'

const raCatalogues = import.meta.glob<TranslationMessages>('/i18n/*/react-admin.ts', { import: 'default' })

// As text: the opening page imports some of these messages by name, and importing the same module as a whole
// would add all other messages to its bundle.
const ownCatalogues = import.meta.glob<string>(['/i18n/*/panel.json', '!/i18n/en/panel.json'], {
  query: '?raw',
  import: 'default',
})

const load = async (language: Language): Promise<TranslationMessages> => {
  const base = deepmerge(raEnglish, JSON.parse(english))
  if (language === 'en') return base
  const [ra, own] = await Promise.all([
    loadLanguage(raCatalogues, language),
    loadLanguage(ownCatalogues, language),
  ])
  return deepmerge(deepmerge(base, ra), JSON.parse(own))
}

/** Texts of parts that are loaded after the first rows. */
const laterCatalogues = import.meta.glob<string>('/i18n/*/later.json', { query: '?raw', import: 'default' })

const loadLater = async (language: Language, messages: TranslationMessages): Promise<TranslationMessages> =>
  deepmerge(messages, JSON.parse(await loadLanguage(laterCatalogues, language)))

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
  let hasLater = false
  const messagesOf = (locale: string) => {
    const language = languageIn(languages, locale)
    if (!hasLater) return locale === initial ? first : load(language)
    return load(language).then(messages => loadLater(language, messages))
  }
  const provider = polyglotI18nProvider(
    messagesOf,
    initial,
    languages.map(locale => ({ locale, name: autonymOf(locale) })),
  )
  laterTexts.provide(async () => {
    hasLater = true
    await provider.changeLocale(provider.getLocale())
  })
  return {
    ...provider,
    changeLocale: async (locale, options) => {
      await provider.changeLocale(locale, options)
      announce(locale)
    },
  }
}
