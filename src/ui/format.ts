const number = (locale: string, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)

const MEGABYTE = 1_000_000

/** Sizes in MB; small ones have enough decimals to not be zero. */
export const megabytes = (bytes: number, locale: string) => {
  const size = bytes / MEGABYTE
  const maximumFractionDigits = size < 0.1 ? 3 : size < 10 ? 2 : 1
  return number(locale, { maximumFractionDigits }).format(size)
}

/** Quotas are shown in minutes (specification §9). */
export const minutes = (seconds: number, locale: string) =>
  number(locale, { maximumFractionDigits: 1 }).format(seconds / 60)

export const count = (value: number, locale: string) => number(locale).format(value)

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
