import type { catalogue } from './en'
import type { Translation } from './translation'

/** The texts of a language: those of English, key by key and with their placeholders. */
export type Catalogue = Translation<typeof catalogue>
