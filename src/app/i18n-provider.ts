import { deepmerge } from '@mui/utils'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import raEnglish from 'ra-language-english'
import type { I18nProvider, TranslationMessages } from 'react-admin'
import type { Catalogue } from '~/i18n/catalogue'
import { panel as english } from '~/i18n/en/panel'
import type { Language } from '~/model/languages'
import { autonymOf, loadLanguage } from '~/src/ui/language-files'
import { laterTexts } from '~/src/ui/later-texts'

const raCatalogues = import.meta.glob<TranslationMessages>('/i18n/*/react-admin.ts', { import: 'default' })

const ownCatalogues = import.meta.glob<Catalogue['panel']>(['/i18n/*/panel.ts', '!/i18n/en/panel.ts'], {
  import: 'panel',
})

const load = async (language: Language): Promise<TranslationMessages> => {
  const base = deepmerge(raEnglish, english)
  if (language === 'en') return base
  const [ra, own] = await Promise.all([
    loadLanguage(raCatalogues, language),
    loadLanguage(ownCatalogues, language),
  ])
  return deepmerge(deepmerge(base, ra), own)
}

/** Texts of parts that are loaded after the first rows. */
const laterCatalogues = import.meta.glob<Catalogue['later']>('/i18n/*/later.ts', { import: 'later' })

const loadLater = async (language: Language, messages: TranslationMessages): Promise<TranslationMessages> =>
  deepmerge(messages, await loadLanguage(laterCatalogues, language))

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
