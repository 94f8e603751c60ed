import type english from '~/i18n/en/notifications.json'
import { renderSubject, type Values } from '~/model/mail-rendering'
import type { NotificationKind } from '~/model/notification-kinds'
import type { Language } from '~/model/roles'
import { textsOf } from '~/server/platform/texts/language-files'

const texts = textsOf<typeof english>('notifications.json')

/** Longest texts that a row holds. */
const MOST_TITLE = 300
const MOST_DETAIL = 500

/** What happened, and why or what to do; `values` by placeholder. */
export const notificationText = (kind: NotificationKind, lang: Language, values: Values) => {
  const { title, detail } = texts[lang][kind]
  return {
    title: renderSubject(title, values).slice(0, MOST_TITLE),
    detail: renderSubject(detail, values).slice(0, MOST_DETAIL) || null,
  }
}
