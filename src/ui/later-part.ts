import type { lazy } from 'react'
import { laterTexts } from './later-texts'
import { lazyPart } from './lazy-part'

/** `lazyPart` for pages, dialogs, forms and players: with the texts of `i18n/<language>/later.json`. */
export const laterPart: typeof lazy = load =>
  lazyPart(async () => {
    const [part] = await Promise.all([load(), laterTexts.load()])
    return part
  })
