import { formatInTimeZone } from 'date-fns-tz'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { labelKey, type OwnCell, type Words } from '~/src/admin/admin-config'
import { type CellValue, cellOf, unitOf } from '~/src/admin/fields/kinds'

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

export const exportHeading = (resource: Resource, path: string, { translate }: Words) => {
  const field = resource.fields[path]
  const unit = field && unitOf(field)
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
