const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):(\d{2})))?$/

const FIRST_YEAR = 1
const LAST_YEAR = 9999

const isYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR

const isDay = (year: number, month: number, day: number) => {
  if (month < 1 || month > 12 || day < 1) return false
  // Day 0 of the next month; `setUTCFullYear` because `Date.UTC` takes years below 100 for 19xx.
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return day <= last.getUTCDate()
}

/**
 * Reads an ISO 8601 date (midnight UTC), or a date and time with `Z` or an offset. `Date.parse` alone takes far more:
 * `2020`, `Jan 1 2090 (x)`, 31 February, years that PostgreSQL refuses.
 * @returns undefined for anything else, and outside the years 1 to 9999
 */
export const readDate = (text: string): Date | undefined => {
  const parts = pattern
    .exec(text)
    ?.slice(1)
    .map(part => Number(part ?? 0))
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, hours = 0, minutes = 0] = parts
  const isTime = hour < 24 && minute < 60 && second < 60 && hours < 15 && minutes < 60
  if (!isYear(year) || !isDay(year, month, day) || !isTime) return undefined
  const date = new Date(text)
  return isYear(date.getUTCFullYear()) ? date : undefined
}
