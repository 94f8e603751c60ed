import { formatInTimeZone } from 'date-fns-tz'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field, Format, Kind } from '~/model/fields'
import { isObject } from '~/model/objects'
import { valueAt } from '~/model/value-at'
import type { OwnCell, Words } from '~/src/admin/admin-config'
import { choiceKey, labelKey } from '~/src/admin/labels'

type Cell = (value: unknown, words: Words, at: { resource: Resource; path: string }) => string

/**
 * A text that a spreadsheet would run as a formula begins with a quote, which makes it text: after = + - @ (also in full
 * width), a tab or the end of a line.
 */
export const disarmed = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

/** A comma before decimals where the separator is a semicolon: such spreadsheets read no others as numbers. */
const decimal = (value: number, { locale }: Words) =>
  locale === 'en' ? String(value) : String(value).replace('.', ',')

const numeric =
  (read: (value: number) => number): Cell =>
  (value, words) => {
    const number = typeof value === 'number' ? read(value) : Number.NaN
    return Number.isFinite(number) ? decimal(number, words) : disarmed(String(value))
  }

/** A number of the unit that the screen shows, with the decimals that tell small ones from nothing. */
const inUnits = (size: number) => numeric(value => Math.round((value / size) * 1000) / 1000)

const written: Cell = value => disarmed(String(value))

/** Paris time, as on the screens, in a format that every spreadsheet reads as a date. */
const instant: Cell = value => {
  const date = new Date(String(value))
  if (Number.isNaN(date.getTime())) return disarmed(String(value))
  return formatInTimeZone(date, 'Europe/Paris', 'yyyy-MM-dd HH:mm:ss')
}

/** Hours, minutes and seconds: spreadsheets calculate with them. */
const clock: Cell = (value, words) => {
  if (typeof value !== 'number') return disarmed(String(value))
  const exact = Math.round(value * 100) / 100
  const rest = Math.round((exact % 60) * 100) / 100
  const [hours, minutes] = [Math.floor(exact / 3600), Math.floor(exact / 60) % 60]
  const [whole = '0', part] = decimal(rest, words).split(/(?=[.,])/)
  return [hours, String(minutes).padStart(2, '0'), whole.padStart(2, '0') + (part ?? '')].join(':')
}

const choice: Cell = (value, { translate }, { resource, path }) =>
  disarmed(translate(choiceKey(resource.name, path, String(value)), { _: String(value) }))

const named: Cell = value =>
  disarmed(isObject(value) && 'label' in value ? String(value.label ?? '') : JSON.stringify(value))

const joined =
  (one: Cell): Cell =>
  (value, ...rest) =>
    Array.isArray(value) ? disarmed(value.map(each => one(each, ...rest)).join(', ')) : one(value, ...rest)

const byFormat: { readonly [F in Format]?: Cell } = {
  bytes: inUnits(1_000_000),
  minutes: inUnits(60),
  seconds: clock,
  status: choice,
}

const byKind: { readonly [K in Kind]?: Cell } = {
  boolean: (value, { translate }) => translate(value ? 'ra.boolean.true' : 'ra.boolean.false'),
  integer: numeric(value => value),
  number: numeric(value => value),
  date: instant,
  choice,
  link: named,
  links: joined(named),
  tags: joined(written),
  file: named,
  json: value => disarmed(JSON.stringify(value)),
}

const cellOf = ({ kind, format }: Field): Cell => (format && byFormat[format]) || byKind[kind] || written

/** A field of a record as a spreadsheet reads it, and a person too; `own`: of its slot. */
export const csvCell = (
  resource: Resource,
  path: string,
  record: Readonly<Record<string, unknown>>,
  words: Words,
  own?: OwnCell,
): string => {
  const value = valueAt(record, path)
  const field = resource.fields[path]
  if (own) return disarmed(own(record, words))
  return isEmpty(value) || !field ? '' : cellOf(field)(value, words, { resource, path })
}

/** The units of columns whose cells are bare numbers, as the screen writes them after a number. */
const units: { readonly [F in Format]?: string } = { bytes: 'admin.megabytes', minutes: 'admin.minutes' }

export const csvHeading = (resource: Resource, path: string, { translate }: Words) => {
  const unit = units[resource.fields[path]?.format ?? 'status']
  const name = translate(labelKey(resource.name, path))
  return disarmed(unit ? `${name} (${translate(unit, { size: '', count: '' }).trim()})` : name)
}
