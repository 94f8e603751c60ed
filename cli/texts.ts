import type english from '~/i18n/en/cli.json'
import type later from '~/i18n/en/later.json'
import type panel from '~/i18n/en/panel.json'
import { type Language, languages } from '~/model/languages'
import { fromKeys, textIn } from '~/model/objects'

const ownTexts = import.meta.glob<typeof english>('/i18n/*/cli.json', { eager: true, import: 'default' })
const panelTexts = import.meta.glob<typeof panel>('/i18n/*/panel.json', { eager: true, import: 'default' })
const laterTexts = import.meta.glob<typeof later>('/i18n/*/later.json', { eager: true, import: 'default' })

/** The file of a language, which every language has (`i18n/catalogue.ts`). */
const fileOf = <T>(files: Readonly<Record<string, T>>, language: Language) => {
  const path = Object.keys(files).find(each => each.split('/').at(-2) === language)
  const file = path === undefined ? undefined : files[path]
  if (!file) throw new Error(`There are no texts in ${language}`)
  return file
}

/** The panel's texts for errors, for why a job failed, and for a 3D video's state and grade. */
const namesIn = (language: Language) => {
  const { errors, validation, reasons, resources } = fileOf(panelTexts, language)
  const ofForms = fileOf(laterTexts, language)
  return {
    error: { ...errors, ...ofForms.errors },
    validation: { ...validation, ...ofForms.validation },
    reason: reasons,
    status: resources.vectos.choices.status,
    grade: resources.vectos.choices.grade,
  }
}

const catalogues = fromKeys(languages, language => ({
  texts: fileOf(ownTexts, language),
  names: namesIn(language),
}))

export type NameKind = keyof ReturnType<typeof namesIn>

export type TextKey = keyof typeof english
export type Values = Readonly<Record<string, string | number>>

/** The language of the terminal: `LC_ALL`, `LC_MESSAGES` or `LANG`; English unless it is one of the product's. */
export const languageOf = ({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language => {
  const named = (LC_ALL || LC_MESSAGES || LANG || '').slice(0, 2).toLowerCase()
  return languages.find(language => language === named) ?? 'en'
}

/** Texts of a language: the command line's own, and the panel's names of what the API gives as codes. */
export const textsOf = (language: Language) => {
  const { texts, names } = catalogues[language]
  const filled = (text: string, values: Values) =>
    text.replace(/%\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  return {
    language,
    text: (key: TextKey, values: Values = {}) => filled(texts[key], values),
    /** Undefined for a code without a text. */
    name: (kind: NameKind, code: string, values: Values = {}) => {
      const found = textIn(names[kind], code)
      return found && filled(found, values)
    },
  }
}

export type Texts = ReturnType<typeof textsOf>
