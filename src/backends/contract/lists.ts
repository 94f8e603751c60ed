import { MAX_BATCH } from '~/model/query'
import { resourceOf } from '~/model/registry'
import { toQuery } from './filters'
import { isObject, type PanelRecord, toRecord } from './records'

export type ListParams = {
  readonly pagination?: { readonly page: number; readonly perPage: number }
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter?: Readonly<Record<string, unknown>>
}

/** A link sorts by what is read of it, its label. */
const sortPath = (name: string, path: string) => {
  if (path === 'id') return 'uid'
  return resourceOf(name).fields[path]?.kind === 'link' ? `${path}.label` : path
}

/** The address of a page of a list, relative to the API. */
export const listPath = (
  name: string,
  { pagination, sort, filter = {} }: ListParams,
  path: string = `/${name}`,
) => {
  const { page, perPage } = pagination ?? { page: 1, perPage: 10 }
  const search = new URLSearchParams({
    offset: String((page - 1) * perPage),
    batch: String(Math.min(perPage, MAX_BATCH)),
    q: JSON.stringify(toQuery(name, filter)),
  })
  if (sort?.field) {
    search.set('fsort', sortPath(name, sort.field))
    search.set('osort', sort.order === 'DESC' ? 'desc' : 'asc')
  }
  return `${path}?${search}`
}

/** Rows come as `results`, `items` or `data` (decisions §2). */
export const rowsOf = (answer: unknown): unknown[] => {
  const { results, items, data } = isObject(answer) ? answer : {}
  return [results, items, data].find(Array.isArray) ?? []
}

export const pageOf = (answer: unknown): { data: PanelRecord[]; total: number } => {
  const rows = rowsOf(answer)
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {}
  return { data: rows.map(toRecord), total: typeof meta.count === 'number' ? meta.count : rows.length }
}
