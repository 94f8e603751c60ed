import english from '~/i18n/en/cli.json'
import * as englishLater from '~/i18n/en/later.json'
import * as englishPanel from '~/i18n/en/panel.json'
import spanish from '~/i18n/es/cli.json'
import * as spanishLater from '~/i18n/es/later.json'
import * as spanishPanel from '~/i18n/es/panel.json'
import french from '~/i18n/fr/cli.json'
import * as frenchLater from '~/i18n/fr/later.json'
import * as frenchPanel from '~/i18n/fr/panel.json'
import { textIn } from '~/model/objects'

/** What the panel says of errors, of why a job failed, and of a 3D video's state and grade. */
const namesIn = (
  { errors, validation, reasons, resources: { vectos } }: typeof englishPanel,
  ofForms: Pick<typeof englishLater, 'errors' | 'validation'>,
) => ({
  error: { ...errors, ...ofForms.errors },
  validation: { ...validation, ...ofForms.validation },
  reason: reasons,
  status: vectos.choices.status,
  grade: vectos.choices.grade,
})

const catalogues = {
  en: { texts: english, names: namesIn(englishPanel, englishLater) },
  fr: { texts: french, names: namesIn(frenchPanel, frenchLater) },
  es: { texts: spanish, names: namesIn(spanishPanel, spanishLater) },
} as const

export type NameKind = keyof ReturnType<typeof namesIn>

export type TextKey = keyof typeof english
export type Values = Readonly<Record<string, string | number>>

/** The language of the terminal: `LC_ALL`, `LC_MESSAGES` or `LANG`; English unless it is one of the product's. */
export const languageOf = ({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): keyof typeof catalogues => {
  const named = (LC_ALL || LC_MESSAGES || LANG || '').slice(0, 2).toLowerCase()
  return named === 'fr' || named === 'es' ? named : 'en'
}

/** Texts of a language: the command line's own, and the panel's names of what the API gives as codes. */
export const textsOf = (language: keyof typeof catalogues) => {
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
