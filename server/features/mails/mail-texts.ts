import type english from '~/i18n/en/mail.json'
import type { Language } from '~/model/languages'
import type { BuiltInTexts } from '~/model/mail/mail-message'
import type { Values } from '~/model/mail/mail-rendering'
import type { Config } from '~/server/platform/config/config'
import { panelAddress } from '~/server/platform/config/panel-address'
import { textsOf } from '~/server/platform/texts/language-files'

const texts = textsOf<typeof english>('mail.json')

/** Built-in texts, used if there is no template. */
export const mailTexts: Readonly<Record<Language, BuiltInTexts>> = texts

/** Sample values for a test e-mail; its link leads to the panel. */
export const sampleValues = (config: Config, lang: Language): Values => ({
  ...texts[lang].samples,
  link: `${panelAddress(config)}/home`,
})
