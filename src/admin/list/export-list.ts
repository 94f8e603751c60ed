import { formatInTimeZone } from 'date-fns-tz'
import type { DataProvider, Identifier, RaRecord } from 'react-admin'
import type { Resource } from '~/model/define'
import { asObject } from '~/model/objects'
import type { OwnCell, Slot, Words } from '~/src/admin/admin-config'
import type { CellValue } from '~/src/admin/fields/kinds'
import { saveFile } from '~/src/ui/save-file'
import { csvCell, exportCell, exportHeading } from './export-cells'

type Query = {
  readonly filter: object
  readonly sort: { field: string; order: 'ASC' | 'DESC' }
  readonly meta?: unknown
}
type Progress = { readonly done: number; readonly total: number }

type Reading = {
  readonly provider: Pick<DataProvider, 'getList' | 'getMany'>
  readonly resource: Resource
  readonly query: Query
  /** The chosen rows; all if there are none. */
  readonly ids?: readonly Identifier[]
  readonly onProgress: (progress: Progress) => void
  /** Aborts the current request, and prevents further ones. */
  readonly signal?: AbortSignal
}

type Table = {
  readonly resource: Resource
  /** Fields in the order of the columns. */
  readonly columns: readonly string[]
  readonly words: Words
}

type OwnCells = Readonly<Record<string, OwnCell>>

/** Rows per request: small enough for visible progress, large enough to read a hundred thousand rows quickly. */
const BATCH = 1000

/** All rows, in batches; a row that moves to a later page during the export is not repeated. */
export const allRows = async ({ provider, resource, query, onProgress, signal }: Reading) => {
  const rows = new Map<unknown, RaRecord>()
  for (let page = 1; ; page++) {
    signal?.throwIfAborted()
    const pagination = { page, perPage: BATCH }
    const { data, total = 0 } = await provider.getList(resource.name, {
      ...query,
      pagination,
      signal,
      meta: { ...asObject(query.meta), exact: true },
    })
    signal?.throwIfAborted()
    for (const record of data) rows.set(record.id, record)
    onProgress({ done: rows.size, total })
    if (data.length < BATCH || page * BATCH >= total) return [...rows.values()]
  }
}

/** The separator that spreadsheets of a locale expect: the comma is the decimal sign in French and Spanish. */
const separatorOf = (locale: string) => (locale === 'en' ? ',' : ';')

const quoted = (text: string, separator: string) =>
  /["\r\n\t]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text

/** Lines of cells, as spreadsheets of a language expect them. */
export const csvText = (lines: readonly (readonly string[])[], locale: string) => {
  const separator = separatorOf(locale)
  return lines.map(cells => cells.map(cell => quoted(cell, separator)).join(separator)).join('\r\n')
}

/** The columns of the screen, each followed by that of its limit. */
const withLimits = ({ resource: { fields }, columns }: Table) => [
  ...new Set(columns.flatMap(path => [path, fields[path]?.limit ?? path])),
]

/** Headings and cells of the columns of the screen, in the language of the user. */
export const tableOf = (rows: readonly RaRecord[], table: Table, own: OwnCells = {}) => {
  const { resource, words } = table
  const columns = withLimits(table)
  return {
    head: columns.map(path => exportHeading(resource, path, words)),
    body: rows.map(row => columns.map(path => exportCell(resource, path, row, words, own[path]))),
  }
}

export type ExportedTable = ReturnType<typeof tableOf>

export const toCsv = ({ head, body }: ExportedTable, words: Words) =>
  csvText(
    [head, ...body].map((cells: readonly CellValue[]) => cells.map(cell => csvCell(cell, words))),
    words.locale,
  )

/** The cells of the slots that the definition names. */
export const ownCells = async (
  { columns, resource }: Table,
  slots: Readonly<Record<string, Slot>>,
): Promise<OwnCells> => {
  const loaded = columns.map(async path => {
    const cell = await slots[resource.slots?.fields?.[path] ?? '']?.csv?.()
    return cell ? [[path, cell] as const] : []
  })
  return Object.fromEntries((await Promise.all(loaded)).flat())
}

/** "3D videos 2026-11-29": what a file holds, and the day in Paris. */
export const fileName = (name: string) =>
  `${name} ${formatInTimeZone(new Date(), 'Europe/Paris', 'yyyy-MM-dd')}`

/** The byte order mark identifies UTF-8 to spreadsheets. */
export const saveCsv = (name: string, text: string) =>
  saveFile(`${fileName(name)}.csv`, 'text/csv;charset=utf-8', '\uFEFF', text)

const rowsOf = async (options: Reading) => {
  const { provider, resource, ids = [], signal } = options
  if (ids.length === 0) return allRows(options)
  const { data } = await provider.getMany(resource.name, { ids: [...ids], signal })
  signal?.throwIfAborted()
  return data
}

export type ExportFormat = 'xlsx' | 'csv'

type Options = Reading &
  Table & { readonly slots: Readonly<Record<string, Slot>>; readonly format: ExportFormat }

/** Saves the rows of a list as a file, named after the list. */
export const exportList = async (options: Options) => {
  const { format, resource, words } = options
  const own = await ownCells(options, options.slots)
  const table = tableOf(await rowsOf(options), options, own)
  const name = words.translate(`resources.${resource.name}.name`, { smart_count: 2 })
  if (format === 'csv') return saveCsv(name, toCsv(table, words))
  const { toXlsx, xlsxType } = await import('./export-xlsx')
  saveFile(`${fileName(name)}.xlsx`, xlsxType, await toXlsx(table))
}
