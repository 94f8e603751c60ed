/// <reference types="vite/client" />

/** Set at build time (vite.config.ts), so that the other backend's code is left out of the bundle. */
declare const __BACKEND__: 'cloud' | 'onpremise'
/** Empty if the panel and its server share an origin. */
declare const __BACKEND_HOST__: string
declare const __BACKEND_PORT__: number
/** The target of the footer's contact link. */
declare const __CONTACT_URL__: string

/** The texts of the panel, divided by scripts/text-plugin.ts. */
declare module 'virtual:texts' {
  type Texts = import('~/i18n/merge-texts').Texts
  type Language = import('~/model/languages').Language
  type Loads<Known extends Language> = Readonly<Record<Known, () => Promise<Texts>>>
  /** The English texts needed before the first rows. */
  export const english: Texts
  /** Load the same texts in the other languages. */
  export const first: Loads<Exclude<Language, 'en'>>
  /** Load all that is not needed before the first rows. */
  export const later: Loads<Language>
}
