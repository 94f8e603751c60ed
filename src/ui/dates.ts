import { useSyncExternalStore } from 'react'

const TICK = 60_000

let minute = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = () => {
  minute += 1
  for (const listener of listeners) listener()
}

/** Browsers slow down the timers of hidden pages, and stop them while the machine sleeps. */
const tickWhenSeen = () => {
  if (!document.hidden) tick()
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    timer = setInterval(tick, TICK)
    document.addEventListener('visibilitychange', tickWhenSeen)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tickWhenSeen)
  }
}

/** Re-renders the caller each minute and when the page becomes visible again, for content that depends on the time. */
export const useMinute = () => useSyncExternalStore(subscribe, () => minute)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Records younger than this show their age (specification §2). */
const RECENT = 2 * DAY

/** The time zone of the product, regardless of the browser's (specification §2). */
const ZONE = 'Europe/Paris'

export type Instant = string | number | Date | null | undefined

const dateOf = (instant: Instant): Date | null => {
  if (instant === null || instant === undefined || instant === '') return null
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Caches formatters: creating one costs far more than using it, and a table uses one per cell. */
const remembered = <T>(make: (key: string) => T) => {
  const made = new Map<string, T>()
  return (key: string): T => {
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}

const instants = remembered(
  locale => new Intl.DateTimeFormat(locale, { timeZone: ZONE, dateStyle: 'medium', timeStyle: 'short' }),
)
const zonedInstants = remembered(
  locale =>
    new Intl.DateTimeFormat(locale, {
      ...{ timeZone: ZONE, day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    }),
)
const months = remembered(
  locale => new Intl.DateTimeFormat(locale, { timeZone: ZONE, month: 'short', year: 'numeric' }),
)
const days = remembered(locale => new Intl.DateTimeFormat(locale, { timeZone: ZONE, dateStyle: 'medium' }))
const times = remembered(locale => new Intl.DateTimeFormat(locale, { timeZone: ZONE, timeStyle: 'short' }))
const spans = remembered(locale => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))
const nows = remembered(locale =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'),
)

// "en" alone is American; this is a European product: day before month.
const regionOf = (locale: string) => (locale === 'en' ? 'en-GB' : locale)

/** "12 May 2025, 14:03" in Paris time; empty when there is no such instant. */
export const formatInstant = (instant: Instant, locale: string): string => {
  const date = dateOf(instant)
  return date ? instants(regionOf(locale)).format(date) : ''
}

/** "12 May 2025, 14:03 CEST": the time in Paris with its zone, if there is enough space. */
export const formatZoned = (instant: Instant, locale: string): string => {
  const date = dateOf(instant)
  return date ? zonedInstants(regionOf(locale)).format(date) : ''
}

/** "12 May 2025" in Paris time. */
export const formatDay = (instant: Instant, locale: string): string => {
  const date = dateOf(instant)
  return date ? days(regionOf(locale)).format(date) : ''
}

/** "May 2025" in Paris time. */
export const formatMonth = (instant: Instant, locale: string): string => {
  const date = dateOf(instant)
  return date ? months(regionOf(locale)).format(date) : ''
}

/** "14:03" in Paris time. */
export const formatTime = (instant: Instant, locale: string): string => {
  const date = dateOf(instant)
  return date ? times(regionOf(locale)).format(date) : ''
}

/** "3 hours ago"; null for an instant in the future, or two or more days ago. */
export const formatRecent = (instant: Instant, locale: string, now: number = Date.now()): string | null => {
  const date = dateOf(instant)
  const age = date ? now - date.getTime() : Number.NaN
  // A server clock slightly ahead of the browser's must not turn "now" into a date.
  if (!(age > -MINUTE && age < RECENT)) return null
  if (age < MINUTE) return nows(locale)
  if (age < HOUR) return spans(locale).format(-Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return spans(locale).format(-Math.floor(age / HOUR), 'hour')
  return spans(locale).format(-Math.floor(age / DAY), 'day')
}

/** Formats the creation of a record: relative with the full date as title, or the full date; the title names the zone. */
export const describeCreation = (instant: Instant, locale: string, now?: number) => {
  const full = formatInstant(instant, locale)
  const recent = formatRecent(instant, locale, now)
  return { text: recent ?? full, title: formatZoned(instant, locale) }
}
