import en from '~/i18n/en/panel.json'
import es from '~/i18n/es/panel.json'
import fr from '~/i18n/fr/panel.json'
import type { SecurityEventKind } from '~/model/resources/security-events'
import type { templateActions } from '~/model/resources/templates'
import type { Language, Role } from '~/model/roles'
import type { VideoReason } from '~/model/video-reasons'

// A key that is missing in French or Spanish is a compile error.
const texts: Readonly<Record<Language, typeof en>> = { en, fr, es }

/** The localized name of a role. */
export const roleLabel = (role: Role, lang: Language) => texts[lang].roles[role]

export const languageLabel = (code: Language, lang: Language) => texts[lang].languages[code]

export const templateActionLabel = (action: (typeof templateActions)[number], lang: Language) =>
  texts[lang].resources.templates.choices.action[action]

export const securityEventLabel = (event: SecurityEventKind, lang: Language) =>
  texts[lang].resources.security_events.choices.event[event]

/** The product name in e-mails. */
export const productName = en.app.name

/** The localized reason for a video failure. */
export const reasonText = (code: VideoReason, lang: Language) => texts[lang].reasons[code]
