import { type Drawn, type LoadPart, lazyPart, loadPart, type PartOf } from './lazy-part'

type Load = () => Promise<unknown>

let load: Load = async () => undefined
let loading: Promise<unknown> | undefined

/** The texts of parts that are loaded after the first rows: fetched once, with the first of these parts. */
export const laterTexts = {
  /** Sets the loader; called by the provider of texts. */
  provide: (loader: Load) => {
    load = loader
    loading = undefined
  },
  load: (): Promise<unknown> => {
    loading ??= loadPart(load).catch(error => {
      loading = undefined
      throw error
    })
    return loading
  },
}

/** `lazyPart` for pages, dialogs, forms and players: also loads the texts that are not in `i18n/first-texts.ts`. */
export const laterPart = <T extends Drawn>(load: LoadPart<T>): PartOf<T> =>
  lazyPart(async () => {
    const [part] = await Promise.all([load(), laterTexts.load()])
    return part
  })
