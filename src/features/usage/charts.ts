import type { MeasureName, UsageDay, UsageNumber } from '~/model/usage'
import type { Backend } from '~/src/api/backend'
import { rowsOf } from '~/src/api/contract/lists'
import { count, fileSize, minutes } from '~/src/ui/format'

type Format = (value: number, locale: string) => string

/** A line; `limit`: the purchased amount, which the others stay below. */
export type UsageSeries = { readonly measure: UsageNumber; readonly limit?: true }

export type ChartDefinition = {
  /** The chart's key, also of its texts: `usage.charts.<key>`, `usage.now.<key>`. */
  readonly key: 'minutes' | 'seats' | 'storage' | 'sessions'
  readonly kind: 'line' | 'bar'
  /** What a bar of several days is: the values together, or by how much the first measure grew. */
  readonly bars?: 'sum' | 'growth'
  readonly series: readonly UsageSeries[]
  readonly format: Format
  /** Units of the measure in one unit of the axis: 60 for minutes of a measure in seconds. */
  readonly unit: number
  /** Measures whose forecasts are shown below; each is the measure of one of the series. */
  readonly forecasts: readonly MeasureName[]
  /** The number in a spreadsheet; `unit`: its unit, for the heading of the column. */
  readonly exported: Format
  readonly exportedUnit?: 'usage.units.megabytes'
}

const plain: Format = value => String(value)
const plainMinutes: Format = (seconds, locale) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false }).format(seconds / 60)

const plainMegabytes: Format = (bytes, locale) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: false }).format(bytes / 1_000_000)

/** The charts of the page, in order. */
export const usageCharts: readonly ChartDefinition[] = [
  {
    ...{ key: 'minutes', kind: 'bar', bars: 'growth', unit: 60, format: minutes, exported: plainMinutes },
    forecasts: ['minutes'],
    series: [{ measure: 'secondsUsed' }, { measure: 'secondsPurchased', limit: true }],
  },
  {
    ...{ key: 'seats', kind: 'line', unit: 1, format: count, exported: plain },
    forecasts: ['seats', 'activeSeats'],
    series: [
      { measure: 'users' },
      { measure: 'usersPurchased', limit: true },
      { measure: 'active' },
      { measure: 'activePurchased', limit: true },
    ],
  },
  {
    key: 'storage',
    kind: 'line',
    unit: 1,
    format: fileSize,
    exported: plainMegabytes,
    exportedUnit: 'usage.units.megabytes',
    forecasts: ['storage'],
    series: [{ measure: 'bytes' }],
  },
  {
    key: 'sessions',
    kind: 'bar',
    bars: 'sum',
    unit: 1,
    format: count,
    exported: plain,
    forecasts: ['sessions'],
    series: [{ measure: 'sessions' }],
  },
]

/** Days of the past by the name of a range in the address. */
export const ranges = { '30': 30, '365': 366, all: 1100 } as const
export type Range = keyof typeof ranges

export const isRange = (value: string | null): value is Range =>
  value !== null && Object.hasOwn(ranges, value)

/** Ranges longer than this many days have a bar for each month. */
const DAILY = 62

type Bar = { readonly day: string; readonly value: number | null }

const monthOf = (day: string) => day.slice(0, 7)

/**
 * The bars of a chart, oldest first: one for each day, or in longer ranges one for each month, named by its first day,
 * of which the first is a whole month. Null: nothing is known of it.
 * @param past all known days, with those before the displayed ones
 */
export const barsOf = (
  { bars, series: [first] }: ChartDefinition,
  days: readonly UsageDay[],
  past: readonly UsageDay[],
): { readonly byMonth: boolean; readonly bars: readonly Bar[] } => {
  const measure = first?.measure ?? 'sessions'
  const begin = days[0]?.day ?? ''
  let before = past.findLast(({ day }) => day < begin)?.[measure] ?? null
  const daily = days.map(({ day, [measure]: value }): Bar => {
    const grown = value === null || before === null ? null : value - before
    before = value ?? before
    return { day, value: bars === 'growth' ? grown : value }
  })
  if (days.length <= DAILY) return { byMonth: false, bars: daily }
  const months = new Map<string, number | null>()
  for (const { day, value } of daily) {
    const first = `${monthOf(day)}-01`
    if (first < begin) continue
    const sum = months.get(first) ?? null
    months.set(first, value === null ? sum : (sum ?? 0) + value)
  }
  return { byMonth: true, bars: [...months].map(([day, value]) => ({ day, value })) }
}

/** Noon UTC: the same day in every time zone of a reader. */
export const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

const DAY = 86_400_000

/** The records of the latest `count` days; some may be missing. */
export const latestDays = <T extends { readonly day: string }>(days: readonly T[], count: number) => {
  const before = new Date(Date.now() - count * DAY).toISOString().slice(0, 10)
  return days.filter(({ day }) => day > before)
}

type Asked = { readonly company?: string; readonly days: number }

/**
 * Day by day, oldest first; days without a record are missing.
 * @param company `companies/<uid>` limits the data to this company; absent: all companies whose data the user may read
 */
export const readUsage = async (request: Backend['request'], { company, days }: Asked) => {
  const query = new URLSearchParams({ days: String(days), ...(company && { company }) })
  return rowsOf<UsageDay>(await request(`/usage?${query}`))
}
