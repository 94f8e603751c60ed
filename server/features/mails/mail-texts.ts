import { catalogues } from '~/i18n/catalogues'
import { type Language, languages } from '~/model/languages'
import type { BuiltInTexts } from '~/model/mail/mail-message'
import type { Values } from '~/model/mail/mail-rendering'
import { fromKeys } from '~/model/objects'
import type { Config } from '~/server/platform/config/config'
import { panelAddress } from '~/server/platform/config/panel-address'

/** Built-in texts, used if there is no template. */
export const mailTexts: Readonly<Record<Language, BuiltInTexts>> = fromKeys(
  languages,
  lang => catalogues[lang].mail,
)

/** Sample values for a test e-mail; its link leads to the panel. */
export const sampleValues = (config: Config, lang: Language): Values => ({
  ...catalogues[lang].mail.samples,
  link: `${panelAddress(config)}/home`,
})
