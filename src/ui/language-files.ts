import { type Language, languages } from '~/model/languages'

/** The name of a language in that language, 'Français', so that a user of a foreign interface can find it. */
export const autonymOf = (language: Language) => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** The files of a glob such as `/i18n/fr/mail.ts`, by path. */
type Files<T> = Readonly<Record<string, () => Promise<T>>>

/** Loads the file of a language. @throws Error if the language has none */
export const loadLanguage = <T>(files: Files<T>, language: Language): Promise<T> => {
  const path = Object.keys(files).find(each => each.split('/').at(-2) === language)
  const load = path === undefined ? undefined : files[path]
  if (!load) throw new Error(`There are no texts in ${language}`)
  return load()
}

/** The browser's language if it is supported: used where no user is known. */
export const browserLanguage = (wanted: readonly string[] = navigator.languages): Language => {
  const spoken = wanted.map(tag => languages.find(lang => tag.toLowerCase().split('-')[0] === lang))
  return spoken.find(lang => lang !== undefined) ?? 'en'
}

/** A text with its `%{placeholders}` filled in. */
export const filled = (text: string, values: Readonly<Record<string, unknown>>) =>
  text.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
