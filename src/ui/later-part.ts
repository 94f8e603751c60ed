import { laterTexts } from './later-texts'
import { type Drawn, type LoadPart, lazyPart, type PartOf } from './lazy-part'

/** `lazyPart` for pages, dialogs, forms and players: with the texts of `i18n/<language>/later.ts`. */
export const laterPart = <T extends Drawn>(load: LoadPart<T>): PartOf<T> =>
  lazyPart(async () => {
    const [part] = await Promise.all([load(), laterTexts.load()])
    return part
  })
