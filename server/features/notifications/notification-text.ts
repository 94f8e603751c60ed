import { catalogues } from '~/i18n/catalogues'
import { type Language, languages } from '~/model/languages'
import { renderSubject, type Values } from '~/model/mail/mail-rendering'
import type { NotificationKind } from '~/model/notification-kinds'
import { fromKeys } from '~/model/objects'
import { cut } from '~/model/text'

/** Longest texts that a row holds. */
const MOST_TITLE = 300
const MOST_DETAIL = 500

/** What happened, and why or what to do; `values` by placeholder. */
const textIn = (kind: NotificationKind, lang: Language, values: Values) => {
  const { title, detail } = catalogues[lang].notifications[kind]
  return {
    title: cut(renderSubject(title, values), MOST_TITLE),
    detail: cut(renderSubject(detail, values), MOST_DETAIL) || null,
  }
}

export type NotificationText = ReturnType<typeof textIn>

/** The text in each language. @param values by placeholder, in that language */
export const notificationTexts = (
  kind: NotificationKind,
  values: (lang: Language) => Values,
): Readonly<Record<Language, NotificationText>> =>
  fromKeys(languages, lang => textIn(kind, lang, values(lang)))
