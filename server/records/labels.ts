import type laterEnglish from '~/i18n/en/later.json'
import type english from '~/i18n/en/panel.json'
import type { Language } from '~/model/languages'
import type { TemplateAction } from '~/model/mail/mail-templates'
import type { SecurityEventKind } from '~/model/resources/security-events'
import type { Role } from '~/model/roles'
import type { VideoReason } from '~/model/video/video-reasons'
import { textsOf } from '~/server/platform/texts/language-files'

const texts = textsOf<typeof english>('panel.json')
const laterTexts = textsOf<typeof laterEnglish>('later.json')

/** The localized name of a role. */
export const roleLabel = (role: Role, lang: Language) => texts[lang].roles[role]

export const languageLabel = (code: Language, lang: Language) => texts[lang].languages[code]

export const templateActionLabel = (action: TemplateAction, lang: Language) =>
  laterTexts[lang].resources.templates.choices.action[action]

export const securityEventLabel = (event: SecurityEventKind, lang: Language) =>
  laterTexts[lang].resources.security_events.choices.event[event]

/** The product name in e-mails. */
export const productName = texts.en.app.name

/** The localized reason for a video failure. */
export const reasonText = (code: VideoReason, lang: Language) => texts[lang].reasons[code]
