/** Typed text parsed as a number, or the reason it is not one. `two`: the text is ambiguous. */
export type Reading =
  | { readonly value: number | null }
  | { readonly problem: 'unreadable' | 'not_whole' }
  | { readonly two: readonly [number, number] }

/** The zeros of the digit sets that keyboards write: Arabic, Persian, those of India and South-East Asia, full width. */
const zeros = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0],
  ...[0xf20, 0x1040, 0x17e0, 0x1810, 0xff10],
]

const digitOf = (character: string) => {
  const code = character.codePointAt(0) ?? 0
  const zero = zeros.find(first => code >= first && code <= first + 9)
  return zero === undefined ? character : String(code - zero)
}

/** Converts digits of any script to European digits. */
export const inLatinDigits = (text: string) => text.replace(/\p{Nd}/gu, digitOf)

/** Converts signs, spaces and separators of any keyboard to ASCII; bidirectional marks are removed. */
const plain = (text: string) =>
  inLatinDigits(text)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/[\u2212\u2010\u2011\ufe63\uff0d]/g, '-')
    .replace(/\uff0b/g, '+')
    .replace(/[\u066b\uff0c]/g, ',')
    .replace(/\uff0e/g, '.')
    .replace(/['\u2019\u066c]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Digits in groups of three, such as 12 345 678. */
const isGrouped = (text: string, separator: string) => {
  const [first = '', ...rest] = text.split(separator)
  return /^\d{1,3}$/.test(first) && rest.every(group => /^\d{3}$/.test(group))
}

const isDigits = (text: string) => /^\d+$/.test(text)

const separatorsOf = (locale: string) => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234.5)
  const found = (type: string) => parts.find(part => part.type === type)?.value ?? ''
  return { group: found('group'), decimal: found('decimal') }
}

/** The digits before and after the decimal separator; undefined if the groups do not have three digits. */
const split = (text: string, decimal: string | undefined) => {
  const at = decimal === undefined ? -1 : text.lastIndexOf(decimal)
  const [whole, fraction] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  const group = [' ', '.', ','].find(each => whole.includes(each))
  const isRight = group === undefined ? whole === '' || isDigits(whole) : isGrouped(whole, group)
  if (!isRight || (at >= 0 && !isDigits(fraction))) return undefined
  return Number(`${whole.replace(/[ .,]/g, '') || '0'}.${fraction || '0'}`)
}

/** Ambiguous: either a group of three or three decimals, such as 1.000 or 1,234. A leading zero is never grouped. */
const isEither = (text: string, separator: string) =>
  text.split(separator).length === 2 && isGrouped(text, separator) && !text.startsWith('0')

/** Parses digits without a sign. */
const readDigits = (text: string, locale: string, isWhole: boolean): Reading => {
  if (!/^[\d., ]*\d[\d., ]*$/.test(text)) return { problem: 'unreadable' }
  const last = text[Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))]
  const [grouped, exact] = [split(text, undefined), split(text, last)]
  const { group, decimal } = separatorsOf(locale)
  if (last !== undefined && isEither(text, last) && last !== group && (isWhole || last !== decimal))
    return { two: [grouped ?? 0, exact ?? 0] }
  // A separator that occurs once is the decimal one, unless the language groups with it.
  const value = last === undefined || (isEither(text, last) && last === group) ? grouped : (exact ?? grouped)
  const isOne = last !== undefined && text.split(last).length > 2
  const read = isOne ? grouped : value
  if (read === undefined || !Number.isFinite(read)) return { problem: 'unreadable' }
  return isWhole && !Number.isInteger(read) ? { problem: 'not_whole' } : { value: read }
}

/**
 * Parses typed text as a number, in the format of the panel's language and of others: 1 000, 1.000,5, 1,5, ١٢, −3.
 * Ambiguous text is not guessed: 1.000 is a thousand for some users and one for others.
 * @param isWhole the field accepts no decimals
 */
export const readNumber = (typed: string, locale: string, isWhole: boolean): Reading => {
  const text = plain(typed)
  if (text === '') return { value: null }
  const [, sign = '', digits = ''] = /^([+-]?) ?(.*)$/.exec(text) ?? []
  const read = readDigits(digits, locale, isWhole)
  if (sign !== '-') return read
  if ('two' in read) return { two: [-read.two[0], -read.two[1]] }
  return 'value' in read ? { value: read.value === null ? null : 0 - read.value } : read
}

/**
 * A number in the format of a field: with the decimal separator of the language, without grouping, which could be
 * misread.
 */
export const writeNumber = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    useGrouping: false,
    maximumFractionDigits: 12,
    numberingSystem: 'latn',
  }).format(value)

const number = (locale: string, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)

const MEGABYTE = 1_000_000

/** Sizes of uploads in MB; small ones have enough decimals to not be zero. */
export const megabytes = (bytes: number, locale: string) => {
  const size = bytes / MEGABYTE
  const maximumFractionDigits = size < 0.1 ? 3 : size < 10 ? 2 : 1
  return number(locale, { maximumFractionDigits }).format(size)
}

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** The index in `units`; a size that rounds to a thousand of one unit is one of the next. */
const stepOf = (bytes: number) => {
  const step = units.findIndex((_, at) => bytes / 1000 ** (at + 1) < (at === 0 ? 999.5 : 999.95))
  return step < 0 ? units.length - 1 : step
}

/** A size in the most readable unit, in the user's language: 13 kB, 2.5 Mo. */
export const fileSize = (bytes: number, locale: string) => {
  const step = stepOf(bytes)
  const size = bytes / 1000 ** (step + 1)
  // Enough decimals that a file of a few bytes is not shown as 0.
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

/** 7 as 07. */
export const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Seconds as m:ss.cc, with hours if there are any; the same in every language, as it is also typed. */
export const exactDuration = (seconds: number) => {
  const hundredths = Math.max(0, Math.round(seconds * 100))
  const [hours, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60]
  const rest = `${twoDigits(Math.floor(hundredths / 100) % 60)}.${twoDigits(hundredths % 100)}`
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Seconds as m:ss, with hours and hundredths if there are any. */
export const duration = (seconds: number) => exactDuration(seconds).replace(/\.00$/, '')
