import type { Language } from '~/model/languages'
import type { Catalogue } from './catalogue'
import { catalogue as en } from './en'
import { catalogue as es } from './es'
import { catalogue as fr } from './fr'
import type { AllOf, Translation } from './translation'

const translated = { en, es, fr } as const

/** What English must have in turn, so that no language has a key or a placeholder that English lacks. */
type Mirror = AllOf<Translation<(typeof translated)[keyof typeof translated]>>

/** The texts of each language. One without texts, or with others than English has, does not compile. */
export const catalogues: Readonly<Record<Language, Catalogue>> = { ...translated, en: en satisfies Mirror }
