/** Total usage by the end of a UTC day (`2026-11-23`), in any unit. */
type UsedOn = { readonly day: string; readonly used: number }

/** Too few days are known, or use falls on too few weeks, to claim anything. */
type Unknown = { readonly state: 'unknown' }

/** When a quota ends at the present rate; `rate`: units a day. */
type QuotaForecast =
  | Unknown
  /** Nothing is left. */
  | { readonly state: 'ended' }
  /** Use does not grow, or what is left lasts longer than a forecast reaches. */
  | { readonly state: 'lasts' }
  /** The first day on which nothing is left. */
  | { readonly state: 'ends'; readonly day: string; readonly rate: number }

/** Expected usage on a future day at the present rate. */
type Trend =
  | Unknown
  /** It does not change. */
  | { readonly state: 'steady' }
  /** `value`: in all on that day; `more`: than on the last known one. */
  | { readonly state: 'expected'; readonly day: string; readonly value: number; readonly more: number }

type Forecast = QuotaForecast | Trend

const DAY = 86_400_000
const WEEK = 7

/** Days of the past that the rate is taken from: long enough for a quiet week, short enough to notice a change. */
const WINDOW = 8 * WEEK
/** Days that must lie between the first and the last known one. */
const LEAST = 4 * WEEK
/** Weeks in which something was used: one large order is no rate. */
const BUSY_WEEKS = 3
/** Days ahead beyond which no forecast is made. */
const REACH = 3 * 365

/** Days since 1970. */
export const numberOf = (day: string) => Date.parse(day) / DAY
export const dayOf = (number: number) => new Date(number * DAY).toISOString().slice(0, 10)

type Point = { readonly x: number; readonly y: number }

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The slope of the line with the least squares of distances. */
const slopeOf = (points: readonly Point[]) => {
  const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
  const along = points.reduce((sum, { x, y }) => sum + (x - middle.x) * (y - middle.y), 0)
  return along / points.reduce((sum, { x }) => sum + (x - middle.x) ** 2, 0)
}

type IsChange = (value: number, before: number) => boolean
const grew: IsChange = (value, before) => value > before
const changed: IsChange = (value, before) => value !== before

/** Weeks, counted back from the last day, in which use grew, or changed. */
const busyWeeks = (points: readonly Point[], last: number, isChange: IsChange) =>
  new Set(
    points
      .filter(({ y }, index) => isChange(y, points[index - 1]?.y ?? y))
      .map(({ x }) => Math.floor((last - x) / WEEK)),
  ).size

/** The straight line through the last eight weeks: from now, with its rate; undefined where too few days are known. */
const lineOf = (days: readonly UsedOn[]) => {
  const all = days.map(({ day, used }) => ({ x: numberOf(day), y: used }))
  const now = all.at(-1)
  const points = now ? all.filter(({ x }) => x >= now.x - WINDOW) : []
  const span = (now?.x ?? 0) - (points[0]?.x ?? 0)
  return now && span >= LEAST ? { now, points, rate: slopeOf(points) } : undefined
}

/**
 * Forecasts the end of a quota if use continues as in the last eight weeks: a straight line through the daily totals.
 * @param days ascending, without gaps longer than a week while use continued; the last is today or yesterday
 * @param bought in the unit of `used`
 */
export const forecastOf = (days: readonly UsedOn[], bought: number): QuotaForecast => {
  const latest = days.at(-1)
  if (latest && latest.used >= bought) return { state: 'ended' }
  const line = lineOf(days)
  if (!line) return { state: 'unknown' }
  const { now, points, rate } = line
  if (rate <= 0) return { state: 'lasts' }
  if (busyWeeks(points, now.x, grew) < BUSY_WEEKS) return { state: 'unknown' }
  const left = Math.ceil((bought - now.y) / rate)
  return left > REACH ? { state: 'lasts' } : { state: 'ends', day: dayOf(now.x + left), rate }
}

/**
 * Forecasts the usage in `ahead` days by the same line, for numbers without a quota.
 * @param days as of `forecastOf`
 */
const trendOf = (days: readonly UsedOn[], ahead: number): Trend => {
  const line = lineOf(days)
  if (!line) return { state: 'unknown' }
  const { now, points, rate } = line
  const weeks = busyWeeks(points, now.x, changed)
  if (weeks === 0) return { state: 'steady' }
  if (weeks < BUSY_WEEKS) return { state: 'unknown' }
  // Nothing is used less than not at all.
  const value = Math.max(0, Math.round(now.y + rate * ahead))
  return { state: 'expected', day: dayOf(now.x + ahead), value, more: value - now.y }
}

/** Usage and purchases by the end of a UTC day. */
export type UsageDay = {
  readonly day: string
  readonly users: number
  readonly usersPurchased: number
  readonly active: number
  readonly activePurchased: number
  readonly secondsUsed: number
  readonly secondsPurchased: number
  /** Begun on that day. */
  readonly sessions: number
  /** Null where it was not measured. */
  readonly bytes: number | null
}

export type UsageNumber = Exclude<keyof UsageDay, 'day'>

/** Source of a forecast: `bought` for a quota; for others, `ahead`, the days of the trend. */
type Measure = { readonly used: UsageNumber } & (
  | { readonly bought: UsageNumber }
  | { readonly ahead: number; readonly each?: 'day' }
)

/** Forecast measures: the remainder of a quota, or a trend. `each`: the number counts one day, and is added up. */
const measures = {
  minutes: { used: 'secondsUsed', bought: 'secondsPurchased' },
  seats: { used: 'users', bought: 'usersPurchased' },
  activeSeats: { used: 'active', bought: 'activePurchased' },
  // Storage has no quota.
  storage: { used: 'bytes', ahead: 90 },
  sessions: { used: 'sessions', ahead: 30, each: 'day' },
} as const satisfies Readonly<Record<string, Measure>>

export type MeasureName = keyof typeof measures

/** The number that a measure forecasts. */
export const numberOfMeasure = (name: MeasureName): UsageNumber => measures[name].used

const knownOf = (days: readonly UsageDay[], number: UsageNumber): UsedOn[] =>
  days.flatMap(({ day, [number]: used }) => (used === null ? [] : [{ day, used }]))

const addedUp = (days: readonly UsedOn[]): UsedOn[] => {
  let total = 0
  return days.map(({ day, used }) => {
    total += used
    return { day, used: total }
  })
}

/** The forecast of a measure. @param days of the past eight weeks at least, the oldest first */
export const forecastMeasure = (name: MeasureName, days: readonly UsageDay[]): Forecast => {
  const measure: Measure = measures[name]
  const known = knownOf(days, measure.used)
  if ('bought' in measure) return forecastOf(known, days.at(-1)?.[measure.bought] ?? 0)
  if (!measure.each) return trendOf(known, measure.ahead)
  const trend = trendOf(addedUp(known), measure.ahead)
  return trend.state === 'expected' ? { ...trend, value: trend.more } : trend
}

/** Line of a forecast in the chart: a straight line from the last known day, or a constant number for each day. */
export type ForecastLine = { readonly from: UsedOn; readonly to: UsedOn; readonly each: boolean }

/** The line of a forecast that changes. @param most days ahead that are plotted */
export const forecastLine = (
  name: MeasureName,
  days: readonly UsageDay[],
  most: number,
): ForecastLine | undefined => {
  const measure: Measure = measures[name]
  const from = knownOf(days, measure.used).at(-1)
  const forecast = forecastMeasure(name, days)
  if (!from || !('day' in forecast)) return undefined
  const ahead = numberOf(forecast.day) - numberOf(from.day)
  const drawn = Math.min(ahead, most)
  const rate = 'rate' in forecast ? forecast.rate : forecast.more / ahead
  const day = dayOf(numberOf(from.day) + drawn)
  if ('ahead' in measure && measure.each)
    return { from: { ...from, used: rate }, to: { day, used: rate }, each: true }
  const limit = 'bought' in measure ? (days.at(-1)?.[measure.bought] ?? Infinity) : Infinity
  return { from, to: { day, used: Math.max(0, Math.min(limit, from.used + rate * drawn)) }, each: false }
}
