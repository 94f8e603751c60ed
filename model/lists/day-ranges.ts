/** Ranges that begin some days before today and end with it; `thisYear` begins on 1 January. */
export const dayPresets = ['today', 'last7Days', 'last30Days', 'thisYear'] as const
type DayPreset = (typeof dayPresets)[number]

/** Days as `2026-11-23`, both included; absent: open on that side. */
export type Days = { readonly from?: string | undefined; readonly to?: string | undefined }
/** Instants in ISO 8601; `lt` is not included. */
export type Instants = { readonly gte?: string; readonly lt?: string }

const ZONE = 'Europe/Paris'
const HOUR = 3_600_000
const DAY = 24 * HOUR

const days = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day that an instant falls on in Paris. */
const dayOf = (instant: number) => days.format(instant)

const isDay = (day: string) =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) === day

/** Days are counted on UTC's calendar, where each has 24 hours. */
const moved = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + by * DAY).toISOString().slice(0, 10)

/** Midnight in Paris: one or two hours before midnight UTC; the later one that is already this day. */
const midnight = (day: string) => {
  const utc = Date.parse(`${day}T00:00Z`)
  const summer = utc - 2 * HOUR
  return new Date(dayOf(summer) === day ? summer : utc - HOUR).toISOString()
}

const begins: Readonly<Record<DayPreset, (today: string) => string>> = {
  today: today => today,
  last7Days: today => moved(today, -6),
  last30Days: today => moved(today, -29),
  thisYear: today => `${today.slice(0, 4)}-01-01`,
}

export const isDayPreset = (text: string): text is DayPreset => dayPresets.some(preset => preset === text)

/** `2026-11-01..2026-11-23`, open on one side if a day is missing. */
export const writeDays = ({ from = '', to = '' }: Days) => (from || to ? `${from}..${to}` : '')

/** Reads a range that `writeDays` wrote; undefined if it is malformed, or ends before it begins. */
export const readDays = (text: string): Days | undefined => {
  const [from, to, ...more] = text.split('..')
  if (from === undefined || to === undefined || more.length > 0 || (!from && !to)) return undefined
  if ([from, to].some(day => day !== '' && !isDay(day)) || (from && to && to < from)) return undefined
  return { from: from || undefined, to: to || undefined }
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))

/** Two instants instead of days, `2026-11-01T09:00:00.000Z..`, open on one side at least as days are. */
export const writeInstants = ({ gte = '', lt = '' }: Instants) => `${gte}..${lt}`

const readInstants = (text: string): Instants | undefined => {
  const [gte, lt, ...more] = text.split('..')
  if (gte === undefined || lt === undefined || more.length > 0 || (!gte && !lt)) return undefined
  if ([gte, lt].some(each => each !== '' && !isInstant(each))) return undefined
  return { ...(gte && { gte }), ...(lt && { lt }) }
}

export const isDayRange = (text: string) =>
  isDayPreset(text) || readDays(text) !== undefined || readInstants(text) !== undefined

/**
 * The instants of a range: of a preset or of days, which begin at midnight in Paris, or as they are.
 * @param now in milliseconds
 */
export const instantsOf = (text: string, now: number = Date.now()): Instants | undefined => {
  const today = dayOf(now)
  const range = isDayPreset(text) ? { from: begins[text](today), to: today } : readDays(text)
  if (!range) return readInstants(text)
  return {
    ...(range.from ? { gte: midnight(range.from) } : {}),
    ...(range.to ? { lt: midnight(moved(range.to, 1)) } : {}),
  }
}
