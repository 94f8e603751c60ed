import { formatInTimeZone } from 'date-fns-tz'
import type { DataProvider, RaRecord } from 'react-admin'
import type { Resource } from '~/model/define'
import { MAX_BATCH } from '~/model/query'
import type { Role } from '~/model/roles'
import { valueAt } from '~/model/value-at'
import { labelKey, readablePaths } from '~/src/admin/labels'
import { saveFile } from '~/src/ui/save-file'

type Query = { readonly filter: object; readonly sort: { field: string; order: 'ASC' | 'DESC' } }
type Options = {
  readonly provider: Pick<DataProvider, 'getList'>
  readonly resource: Resource
  readonly role: Role
  readonly translate: (key: string) => string
  readonly query: Query
  readonly onProgress: (progress: { done: number; total: number }) => void
}

/** Prevents formula injection: a leading quote makes spreadsheets read the cell as text. */
const disarmed = (text: string) =>
  /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Paris time, as on the screens, in a format that every spreadsheet reads as a date. */
const instant = (value: string) => formatInTimeZone(value, 'Europe/Paris', 'yyyy-MM-dd HH:mm:ss')

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(cell).join(' ')
  if (typeof value === 'object') return 'label' in value ? cell(value.label) : JSON.stringify(value)
  return typeof value === 'string' && INSTANT.test(value) ? instant(value) : disarmed(String(value))
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const line = (cells: readonly unknown[]) => cells.map(value => quoted(cell(value))).join(',')

/** All rows, in batches; a row that moves to a later page meanwhile is not repeated. */
export const allRows = async ({
  provider,
  resource,
  query,
  onProgress,
}: Omit<Options, 'role' | 'translate'>) => {
  const rows = new Map<unknown, RaRecord>()
  for (let page = 1; ; page++) {
    const pagination = { page, perPage: MAX_BATCH }
    const { data, total = 0 } = await provider.getList(resource.name, { ...query, pagination })
    for (const record of data) rows.set(record.id, record)
    onProgress({ done: rows.size, total })
    if (data.length < MAX_BATCH || page * MAX_BATCH >= total) return [...rows.values()]
  }
}

/** The columns that the role may read, under their labels; links by label, dates in Paris time. */
export const toCsv = (
  rows: readonly RaRecord[],
  { resource, role, translate }: Pick<Options, 'resource' | 'role' | 'translate'>,
) => {
  const paths = readablePaths(resource, Object.keys(resource.fields), role)
  const head = ['uid', ...paths.map(path => translate(labelKey(resource.name, path)))]
  const body = rows.map(row => line([row.id, ...paths.map(path => valueAt(row, path))]))
  return [line(head), ...body].join('\r\n')
}

export const exportCsv = async (options: Options) =>
  // The byte order mark identifies UTF-8 to spreadsheets.
  saveFile(
    `${options.resource.name}.csv`,
    'text/csv;charset=utf-8',
    '\uFEFF',
    toCsv(await allRows(options), options),
  )
