import { catalogue as en } from '~/i18n/en/index'
import { catalogue as es } from '~/i18n/es/index'
import { catalogue as fr } from '~/i18n/fr/index'
import { isObject, keysOf } from '~/model/objects'

const catalogues = { en, fr, es } as const

/** A language that the keyboard tests know; the project may have more. */
export type KnownLanguage = keyof typeof catalogues
export const knownLanguages = keysOf(catalogues)

const at = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), tree)

/**
 * A text of the panel in a language, without plural forms.
 * @param key translation key, for example `attention.title`
 */
export const panelText = (
  lang: KnownLanguage,
  key: string,
  params: Readonly<Record<string, string>> = {},
) => {
  const found = at(catalogues[lang].texts, key.split('.'))
  if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${lang}`)
  return found.replace(/%\{(\w+)\}/g, (_, name) => params[name] ?? '')
}
