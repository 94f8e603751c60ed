/** What was used in all by the end of a UTC day (`2026-11-23`), in any unit. */
export type UsedOn = { readonly day: string; readonly used: number }

/** When a quota ends at the present rate; `rate`: units a day. */
export type Forecast =
  /** Too few days are known, or use falls on too few weeks, to claim anything. */
  | { readonly state: 'unknown' }
  /** Nothing is left. */
  | { readonly state: 'ended' }
  /** Use does not grow, or what is left lasts longer than a forecast reaches. */
  | { readonly state: 'lasts' }
  /** The first day on which nothing is left. */
  | { readonly state: 'ends'; readonly day: string; readonly rate: number }

const DAY = 86_400_000
const WEEK = 7

/** Days of the past that the rate is taken from: long enough for a quiet week, short enough to notice a change. */
const WINDOW = 8 * WEEK
/** Days that must lie between the first and the last known one. */
const LEAST = 4 * WEEK
/** Weeks in which something was used: one large order is no rate. */
const BUSY_WEEKS = 3
/** Days ahead beyond which the past tells nothing. */
const REACH = 3 * 365

/** Days since 1970. */
const numberOf = (day: string) => Date.parse(day) / DAY
const dayOf = (number: number) => new Date(number * DAY).toISOString().slice(0, 10)

type Point = { readonly x: number; readonly y: number }

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The slope of the line with the least squares of distances. */
const slopeOf = (points: readonly Point[]) => {
  const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
  const along = points.reduce((sum, { x, y }) => sum + (x - middle.x) * (y - middle.y), 0)
  return along / points.reduce((sum, { x }) => sum + (x - middle.x) ** 2, 0)
}

/** Weeks, counted back from the last day, in which use grew. */
const busyWeeks = (points: readonly Point[], last: number) =>
  new Set(
    points
      .filter(({ y }, index) => y > (points[index - 1]?.y ?? y))
      .map(({ x }) => Math.floor((last - x) / WEEK)),
  ).size

/**
 * When a quota ends if use goes on as in the last eight weeks: a straight line through what was used by each day.
 * @param days ascending, without gaps longer than a week where use went on; the last is today or yesterday
 * @param bought in the unit of `used`
 */
export const forecastOf = (days: readonly UsedOn[], bought: number): Forecast => {
  const all = days.map(({ day, used }) => ({ x: numberOf(day), y: used }))
  const now = all.at(-1)
  if (!now) return { state: 'unknown' }
  if (now.y >= bought) return { state: 'ended' }
  const points = all.filter(({ x }) => x >= now.x - WINDOW)
  const span = now.x - (points[0]?.x ?? now.x)
  if (span < LEAST) return { state: 'unknown' }
  const rate = slopeOf(points)
  const left = Math.ceil((bought - now.y) / rate)
  if (rate <= 0) return { state: 'lasts' }
  if (busyWeeks(points, now.x) < BUSY_WEEKS) return { state: 'unknown' }
  return left > REACH ? { state: 'lasts' } : { state: 'ends', day: dayOf(now.x + left), rate }
}
