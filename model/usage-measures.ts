import { dayOf, type Forecast, forecastOf, numberOf, trendOf, type UsedOn } from './usage-forecast'

/** What was used and bought by the end of a UTC day. */
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

/** Of a quota, what was bought; of others, for how many days ahead the trend is told. */
type Measure = { readonly used: UsageNumber } & (
  | { readonly bought: UsageNumber }
  | { readonly ahead: number; readonly each?: 'day' }
)

/** What is forecast: the remainder of a quota, or a trend. `each`: the number is of the day alone, and is added up. */
const measures = {
  minutes: { used: 'secondsUsed', bought: 'secondsPurchased' },
  seats: { used: 'users', bought: 'usersPurchased' },
  activeSeats: { used: 'active', bought: 'activePurchased' },
  // Nobody buys storage: it has no quota.
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

/** What a forecast draws: each day from the last known one on has the number of a straight line, or that of every day. */
export type ForecastLine = { readonly from: UsedOn; readonly to: UsedOn; readonly each: boolean }

/** The line of a forecast that changes; @param most days ahead that are drawn */
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
