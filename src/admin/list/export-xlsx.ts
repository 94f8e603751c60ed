import { toZonedTime } from 'date-fns-tz'
import writeXlsxFile, { type Cell } from 'write-excel-file/universal'
import type { CellValue } from '~/src/admin/fields/kinds'
import type { ExportedTable } from './export-list'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Maximum length of a cell: Excel rejects a file that exceeds it. */
const LONGEST = 32_767

/** Characters that XML cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu

const textOf = (text: string) =>
  text
    .replace(forbidden, '')
    .slice(0, LONGEST)
    .replace(/\p{Cs}$/u, '')

/** The time of Paris, as on the screens, in the fields for UTC: a cell has no time zone. */
const inParis = (date: Date) => {
  const local = toZonedTime(date, 'Europe/Paris')
  return new Date(
    Date.UTC(
      ...([local.getFullYear(), local.getMonth(), local.getDate()] as const),
      ...([local.getHours(), local.getMinutes(), local.getSeconds()] as const),
    ),
  )
}

const SECONDS_A_DAY = 86_400

const cellOf = (value: CellValue): Cell => {
  if (value === '') return null
  if (typeof value === 'string') return { type: String, value: textOf(value) }
  if (typeof value === 'number') return { type: Number, value }
  return value instanceof Date
    ? { type: Date, value: inParis(value), format: 'yyyy-mm-dd hh:mm:ss' }
    : { type: Number, value: value.seconds / SECONDS_A_DAY, format: '[h]:mm:ss' }
}

/** The width of a column in characters: that of its content, within limits. */
const widthOf = ({ head, body }: ExportedTable, index: number) => {
  const lengths = body.slice(0, 100).map(row => {
    const cell = row[index]
    return typeof cell === 'string' ? cell.length : cell instanceof Date ? 19 : 10
  })
  return Math.min(60, Math.max(8, head[index]?.length ?? 0, ...lengths) + 2)
}

/** A workbook with one sheet: texts stay texts, whatever they look like; numbers, dates and durations are typed values. */
export const toXlsx = (table: ExportedTable): Promise<Blob> => {
  const head = table.head.map(heading => ({
    type: String,
    value: textOf(heading),
    fontWeight: 'bold' as const,
  }))
  const columns = table.head.map((_, index) => ({ width: widthOf(table, index) }))
  return writeXlsxFile([head, ...table.body.map(row => row.map(cellOf))], {
    columns,
    stickyRowsCount: 1,
  }).toBlob()
}
