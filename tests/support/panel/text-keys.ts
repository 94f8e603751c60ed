import type { Texts } from '~/i18n/merge-texts'

/** The keys of texts, as the panel looks them up: a key of a level may have dots of its own. */
export const keysIn = (texts: Texts, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysIn(value, `${prefix}${key}.`),
  )
