import { inLatinDigits } from '~/src/ui/read-number'

const two = (value: number) => String(value).padStart(2, '0')

/** Seconds as mm:ss.cc, with hours if there are any; the same in every language, as it is also typed. */
export const clockOf = (seconds: number) => {
  const hundredths = Math.max(0, Math.round(seconds * 100))
  const [hours, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60]
  const rest = `${two(minutes)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const clock = /^(?:(?:(\d+):)?(\d{1,4}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/

/** Parses the seconds of "1:02:03.45", "2:03,45" or "123.45"; undefined if the text is not a time. */
export const readClock = (text: string): number | undefined => {
  const [, hours = '0', minutes, seconds] = clock.exec(inLatinDigits(text).trim()) ?? []
  if (seconds === undefined) return undefined
  const rest = Number(seconds.replace(',', '.'))
  // With minutes, the seconds must be below 60; alone, they may exceed it.
  if (minutes !== undefined && rest >= 60) return undefined
  return Number(hours) * 3600 + Number(minutes ?? 0) * 60 + rest
}
