import en from '~/i18n/mail/en.json'
import es from '~/i18n/mail/es.json'
import fr from '~/i18n/mail/fr.json'
import type { BuiltInTexts } from '~/model/mail-message'
import type { Language } from '~/model/roles'

/** What serves where no template does. */
export const mailTexts: Readonly<Record<Language, BuiltInTexts>> = { en, fr, es }
