import { formatInTimeZone } from 'date-fns-tz'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field, Format, Kind } from '~/model/fields'
import { isObject, valueAt } from '~/model/objects'
import { choiceKey, labelKey, type OwnCell, type Words } from '~/src/admin/admin-config'

/** A value of a spreadsheet cell; a duration in seconds. */
export type CellValue = string | number | Date | { readonly seconds: number }

type Cell = (value: unknown, words: Words, at: { resource: Resource; path: string }) => CellValue

const written: Cell = value => String(value)

const numeric =
  (read: (value: number) => number): Cell =>
  value => {
    const number = typeof value === 'number' ? read(value) : Number.NaN
    return Number.isFinite(number) ? number : String(value)
  }

/** A number in the unit that the screen shows, with enough decimals to distinguish small values from 0. */
const inUnits = (size: number) => numeric(value => Math.round((value / size) * 1000) / 1000)

const instant: Cell = value => {
  const date = new Date(String(value))
  return Number.isNaN(date.getTime()) ? String(value) : date
}

const duration: Cell = value =>
  typeof value === 'number' ? { seconds: Math.round(value * 100) / 100 } : String(value)

const choice = (
  value: unknown,
  { translate }: Words,
  { resource, path }: { resource: Resource; path: string },
) => translate(choiceKey(resource.name, path, String(value)), { _: String(value) })

const named = (value: unknown) =>
  isObject(value) && 'label' in value ? String(value.label ?? '') : JSON.stringify(value)

const joined =
  (one: (value: unknown) => string): Cell =>
  value =>
    Array.isArray(value) ? value.map(one).join(', ') : one(value)

const byFormat: { readonly [F in Format]?: Cell } = {
  bytes: inUnits(1_000_000),
  minutes: inUnits(60),
  seconds: duration,
  status: choice,
}

const byKind: { readonly [K in Kind]: Cell } = {
  text: written,
  multiline: written,
  email: written,
  password: written,
  rich: written,
  thumbnail: written,
  picture: written,
  boolean: (value, { translate }) => translate(value ? 'ra.boolean.true' : 'ra.boolean.false'),
  integer: numeric(value => value),
  number: numeric(value => value),
  date: instant,
  choice,
  link: named,
  links: joined(named),
  tags: joined(String),
  file: named,
  json: value => JSON.stringify(value),
}

const cellOf = ({ kind, format }: Field): Cell => (format && byFormat[format]) || byKind[kind]

/** A field of a record, formatted as on the screen; `own`: the function of its slot. */
export const exportCell = (
  resource: Resource,
  path: string,
  record: Readonly<Record<string, unknown>>,
  words: Words,
  own?: OwnCell,
): CellValue => {
  const value = valueAt(record, path)
  const field = resource.fields[path]
  if (own) return own(record, words)
  return isEmpty(value) || !field ? '' : cellOf(field)(value, words, { resource, path })
}

/** The units of columns whose cells are bare numbers, as the screen writes them after a number. */
const units: { readonly [F in Format]?: string } = { bytes: 'admin.megabytes', minutes: 'admin.minutes' }

export const exportHeading = (resource: Resource, path: string, { translate }: Words) => {
  const unit = units[resource.fields[path]?.format ?? 'status']
  const name = translate(labelKey(resource.name, path))
  return unit ? `${name} (${translate(unit, { size: '', count: '' }).trim()})` : name
}

/**
 * A text that a spreadsheet would run as a formula begins with a quote, which makes it text: after = + - @ (also in full
 * width), a tab or the end of a line.
 */
const disarmed = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

/** The decimal comma, where the separator is a semicolon: such spreadsheets parse no other numbers. */
const decimal = (value: number, { locale }: Words) =>
  locale === 'en' ? String(value) : String(value).replace('.', ',')

/** Hours, minutes and seconds: spreadsheets calculate with them. */
const clock = (seconds: number, words: Words) => {
  const rest = Math.round((seconds % 60) * 100) / 100
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const [whole = '0', part] = decimal(rest, words).split(/(?=[.,])/)
  return [hours, String(minutes).padStart(2, '0'), whole.padStart(2, '0') + (part ?? '')].join(':')
}

/** A cell of a CSV file. Instants are in Paris time, as on the screens, in a format that every spreadsheet reads as a date. */
export const csvCell = (cell: CellValue, words: Words): string => {
  if (typeof cell === 'string') return disarmed(cell)
  if (typeof cell === 'number') return decimal(cell, words)
  return cell instanceof Date
    ? formatInTimeZone(cell, 'Europe/Paris', 'yyyy-MM-dd HH:mm:ss')
    : clock(cell.seconds, words)
}
