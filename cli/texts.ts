import type { Catalogue } from '~/i18n/catalogue'
import { catalogues } from '~/i18n/catalogues'
import { type Language, languages } from '~/model/languages'
import { fromKeys, textIn } from '~/model/objects'

/** The panel's texts for errors, for why a job failed, and for a 3D video's state and grade. */
const namesIn = ({ panel, later }: Catalogue) => {
  const { errors, validation, reasons, resources } = panel
  return {
    error: { ...errors, ...later.errors },
    validation: { ...validation, ...later.validation },
    reason: reasons,
    status: resources.vectos.choices.status,
    grade: resources.vectos.choices.grade,
  }
}

const textsIn = fromKeys(languages, language => ({
  texts: catalogues[language].cli,
  names: namesIn(catalogues[language]),
}))

export type NameKind = keyof ReturnType<typeof namesIn>

export type TextKey = keyof Catalogue['cli']
export type Values = Readonly<Record<string, string | number>>

/** What others named, without what a terminal would obey. */
export const printable = (text: string) => text.replace(/\p{Cc}/gu, ' ')

/** The language of the terminal: `LC_ALL`, `LC_MESSAGES` or `LANG`; English unless it is one of the product's. */
export const languageOf = ({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language => {
  const named = (LC_ALL || LC_MESSAGES || LANG || '').slice(0, 2).toLowerCase()
  return languages.find(language => language === named) ?? 'en'
}

/** Texts of a language: the command line's own, and the panel's names of what the API gives as codes. */
export const textsOf = (language: Language) => {
  const { texts, names } = textsIn[language]
  const filled = (text: string, values: Values) =>
    text.replace(/%\{(\w+)\}/g, (whole, name: string) => printable(String(values[name] ?? whole)))
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
