import { useSyncExternalStore } from 'react'
import { entrance as english } from '~/i18n/en/sign-in'
import type { Translation } from '~/i18n/translation'
import { type Language, languages } from '~/model/languages'
import { localStore } from '~/src/api/browser-storage'
import { LANGUAGE } from '~/src/api/session'
import { browserLanguage, loadLanguage } from '~/src/ui/language-files'

/** The texts of the pages before sign-in. */
export type Entrance = Translation<typeof english>

/** English is part of the page; the other languages are loaded for those who speak them. */
const files = import.meta.glob<Entrance>(['/i18n/*/sign-in.ts', '!/i18n/en/sign-in.ts'], {
  import: 'entrance',
})

/** The language chosen in this browser; once signed in, the user's own applies. */
export const chosenLanguage = (): Language | undefined =>
  languages.find(lang => lang === localStore.get(LANGUAGE))

type State = {
  readonly lang: Language
  /** Undefined while they are loaded. */
  readonly texts: Entrance | undefined
}

const load = async (lang: Language): Promise<Entrance> =>
  lang === 'en' ? english : loadLanguage(files, lang)

const createEntrance = () => {
  const first = chosenLanguage() ?? browserLanguage()
  let state: State = { lang: first, texts: first === 'en' ? english : undefined }
  const listeners = new Set<() => void>()
  const set = (next: State) => {
    state = next
    for (const listener of listeners) listener()
  }
  /** The texts of the former language stay until the next ones are there; without a connection, English is. */
  const show = (lang: Language) =>
    load(lang).then(
      texts => set({ lang, texts }),
      () => state.texts ?? set({ lang: 'en', texts: english }),
    )
  if (first !== 'en') void show(first)
  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose: (lang: Language) => {
      localStore.set(LANGUAGE, lang)
      return show(lang)
    },
  }
}

let entrance: ReturnType<typeof createEntrance> | undefined

const shared = () => {
  entrance ??= createEntrance()
  return entrance
}

/** Shows the pages before sign-in in another language, and remembers it in this browser. */
export const chooseLanguage = (lang: Language) => shared().choose(lang)

/** The language of the pages before sign-in: the chosen one, else the browser's. */
export const useEntrance = (): State => useSyncExternalStore(shared().subscribe, shared().read)

/** The texts for a page that is shown once they are loaded (`WithEntrance`). */
export const useEntranceTexts = (): Entrance => useEntrance().texts ?? english
