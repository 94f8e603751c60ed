const number = (locale: string, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)

const MEGABYTE = 1_000_000

/** Sizes of uploads in MB; small ones have enough decimals to not be zero. */
export const megabytes = (bytes: number, locale: string) => {
  const size = bytes / MEGABYTE
  const maximumFractionDigits = size < 0.1 ? 3 : size < 10 ? 2 : 1
  return number(locale, { maximumFractionDigits }).format(size)
}

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** The place in `units`; what rounds to a thousand of one is one of the next. */
const stepOf = (bytes: number) => {
  const step = units.findIndex((_, at) => bytes / 1000 ** (at + 1) < (at === 0 ? 999.5 : 999.95))
  return step < 0 ? units.length - 1 : step
}

/** A size in the unit that reads best, named in the language: 13 kB, 2.5 Mo. */
export const fileSize = (bytes: number, locale: string) => {
  const step = stepOf(bytes)
  const size = bytes / 1000 ** (step + 1)
  // A file of some bytes is not nothing.
  const maximumFractionDigits = size < 0.1 ? 3 : size < 10 ? (step === 0 ? 1 : 2) : step === 0 ? 0 : 1
  return number(locale, {
    style: 'unit',
    unit: units[step],
    unitDisplay: 'short',
    maximumFractionDigits,
  }).format(size)
}

/** Quotas are shown in minutes (specification §9). */
export const minutes = (seconds: number, locale: string) =>
  number(locale, { maximumFractionDigits: 1 }).format(seconds / 60)

export const count = (value: number, locale: string) => number(locale).format(value)

/** A share, 1 being all, as a whole percentage. */
export const percent = (share: number, locale: string) =>
  number(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)

const two = (value: number, locale: string, decimals = 0) =>
  number(locale, {
    minimumIntegerDigits: 2,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value)

/** Seconds as h:mm:ss, with hundredths if they are not whole. */
export const duration = (seconds: number, locale: string) => {
  const exact = Math.round(seconds * 100) / 100
  const hours = Math.floor(exact / 3600)
  const rest = two(exact % 60, locale, Number.isInteger(exact) ? 0 : 2)
  const clock = Math.floor((exact % 3600) / 60)
  return hours > 0 ? `${hours}:${two(clock, locale)}:${rest}` : `${clock}:${rest}`
}
