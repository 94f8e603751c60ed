import en from '~/i18n/en/mail.json'
import es from '~/i18n/es/mail.json'
import fr from '~/i18n/fr/mail.json'
import type { BuiltInTexts } from '~/model/mail-message'
import type { Values } from '~/model/mail-rendering'
import type { Language } from '~/model/roles'
import type { Config } from '~/server/platform/config/config'
import { panelAddress } from '~/server/platform/config/panel-address'

const texts = { en, fr, es }

/** Built-in texts, used if there is no template. */
export const mailTexts: Readonly<Record<Language, BuiltInTexts>> = texts

/** Sample values for a test e-mail; its link leads to the panel. */
export const sampleValues = (config: Config, lang: Language): Values => ({
  ...texts[lang].samples,
  link: `${panelAddress(config)}/home`,
})
