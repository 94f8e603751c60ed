import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import type { Catalogue } from '../i18n/catalogue'
import { splitTexts } from '../i18n/split-texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Imports a module of `i18n/` in Node, and returns it with the files that it is made of. */
const importTexts = async <T>(name: string) => {
  const path = `${root}/i18n/${name}`
  const { module, dependencies } = await runnerImport<T>(path, {
    root,
    configFile: false,
    resolve: { alias: { '~': root } },
  })
  return { module, files: [path, ...dependencies] }
}

const readTexts = async () => {
  const [{ module, files }, table] = await Promise.all([
    importTexts<{ catalogues: Readonly<Record<string, Catalogue>> }>('catalogues.ts'),
    importTexts<{ firstTexts: readonly string[] }>('first-texts.ts'),
  ])
  const { firstTexts } = table.module
  const parts = Object.entries(module.catalogues).map(
    ([language, { texts }]) => [language, splitTexts(texts, firstTexts)] as const,
  )
  return { parts: new Map(parts), files: [...files, ...table.files] }
}

const NAME = 'virtual:texts'

const importOf = (language: string, part: 'first' | 'later') =>
  `${language}: () => import('${NAME}/${language}/${part}').then(file => file.default)`

/** English is loaded with the panel, since it is the fallback of the other languages. */
const indexOf = (languages: readonly string[]) => `
export { default as english } from '${NAME}/en/first'
export const first = { ${languages.filter(each => each !== 'en').map(each => importOf(each, 'first'))} }
export const later = { ${languages.map(each => importOf(each, 'later'))} }
`

/**
 * The panel's texts as modules: `virtual:texts/<language>/first` holds those that a list needs before its first rows
 * (`i18n/first-texts.ts`), `virtual:texts/<language>/later` the others. `virtual:texts` loads them by language.
 */
export const panelTexts = (): Plugin => {
  let reading: ReturnType<typeof readTexts> | undefined
  return {
    name: 'panel-texts',
    resolveId: id => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${NAME}`)) return
      reading ??= readTexts()
      const { parts, files } = await reading
      for (const file of files) this.addWatchFile(file)
      const [, language = '', part] = id.split('/')
      if (!part) return indexOf([...parts.keys()])
      const texts = parts.get(language)?.[part === 'first' ? 'first' : 'later']
      return `export default ${JSON.stringify(texts)}`
    },
    watchChange() {
      reading = undefined
    },
  }
}
