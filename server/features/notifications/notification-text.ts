import { catalogues } from '~/i18n/catalogues'
import { type Language, languages } from '~/model/languages'
import { renderSubject, type Values } from '~/model/mail/mail-rendering'
import type { NotificationKind } from '~/model/notification-kinds'
import { fromKeys } from '~/model/objects'

/** Longest texts that a row holds. */
const MOST_TITLE = 300
const MOST_DETAIL = 500

/** What happened, and why or what to do; `values` by placeholder. */
const textIn = (kind: NotificationKind, lang: Language, values: Values) => {
  const { title, detail } = catalogues[lang].notifications[kind]
  return {
    title: renderSubject(title, values).slice(0, MOST_TITLE),
    detail: renderSubject(detail, values).slice(0, MOST_DETAIL) || null,
  }
}

export type NotificationText = ReturnType<typeof textIn>

/** The text in each language. @param values by placeholder, in that language */
export const notificationTexts = (
  kind: NotificationKind,
  values: (lang: Language) => Values,
): Readonly<Record<Language, NotificationText>> =>
  fromKeys(languages, lang => textIn(kind, lang, values(lang)))
