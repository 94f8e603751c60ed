import { catalogues } from '~/i18n/catalogues'
import type { Role } from '~/model/grants'
import type { Language } from '~/model/languages'
import type { TemplateAction } from '~/model/mail/mail-templates'
import type { SecurityEventKind } from '~/model/resources/security-events'
import type { VideoReason } from '~/model/video/video-reasons'

/** The localized name of a role. */
export const roleLabel = (role: Role, lang: Language) => catalogues[lang].texts.roles[role]

export const languageLabel = (code: Language, lang: Language) => catalogues[lang].texts.languages[code]

export const templateActionLabel = (action: TemplateAction, lang: Language) =>
  catalogues[lang].texts.resources.templates.choices.action[action]

export const securityEventLabel = (event: SecurityEventKind, lang: Language) =>
  catalogues[lang].texts.resources.security_events.choices.event[event]

/** The product name in e-mails. */
export const productName = catalogues.en.texts.app.name

/** The localized reason for a video failure. */
export const reasonText = (code: VideoReason, lang: Language) => catalogues[lang].texts.reasons[code]
