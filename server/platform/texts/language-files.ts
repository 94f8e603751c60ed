import { readFileSync } from 'node:fs'
import { type Language, languages } from '~/model/languages'
import { fromKeys } from '~/model/objects'
import { projectFile } from '~/server/platform/process/project'

/**
 * Reads a file of texts in every language.
 * @param name in the folder of each language, such as `mail.json`; its type is that of the English file
 */
export const textsOf = <T>(name: string): Readonly<Record<Language, T>> =>
  fromKeys(languages, (lang): T => JSON.parse(readFileSync(projectFile(`i18n/${lang}/${name}`), 'utf8')))
